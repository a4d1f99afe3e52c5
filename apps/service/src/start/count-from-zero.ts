import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { BIO_OPERATIONS, OPERATIONS } from '@authly/contract/operation-table';
import { UNAVAILABLE_CAUSES } from '../http/api-error.ts';
import { routeOf } from '../http/route.ts';
import { CUT_OFFS } from '../http/limits/connections.ts';
import type { Metrics } from '../observability/metrics.ts';
import { DEVICE_RESULTS } from '../session/device-result.ts';
import { TRANSITIONS } from '../session/transitions.ts';
import { UNAVAILABLE_REASONS } from '../storage/port/store.ts';

/** An alert on an increase needs the counter at 0 before the first event. Merchants' labels are not known before. */
export function countFromZero(metrics: Metrics): void {
  for (const reason of UNAVAILABLE_REASONS) metrics.storeErrors.inc({ reason }, 0);
  for (const why of CUT_OFFS) metrics.cutOff.inc({ why }, 0);
  for (const why of UNAVAILABLE_CAUSES) metrics.unavailable.inc({ why }, 0);
  for (const code of Object.keys(FAILURE_CODES)) metrics.sessionFailures.inc({ code }, 0);
  for (const result of DEVICE_RESULTS) metrics.devices.inc({ result }, 0);
  metrics.droppedLines.inc({ reason: 'full' }, 0);
  for (const { event, to } of TRANSITIONS)
    if (to !== undefined && to !== 'stay') metrics.sessionMoves.inc({ event, to }, 0);
  for (const call of Object.keys(BIO_OPERATIONS))
    for (const end of ['ok', ...Object.keys(FAILURE_CODES).filter(isOfBioCall)]) metrics.bioCalls.inc({ call, end }, 0);
  // Only errors of the service itself. Most other codes never occur on a route.
  for (const { path } of Object.values(OPERATIONS))
    for (const code of ['internal_error', 'unavailable']) metrics.errors.inc({ route: routeOf(path), code }, 0);
}

const isOfBioCall = (code: string): boolean => code.startsWith('merchant_bio_') || code === 'enrollment_not_found';
