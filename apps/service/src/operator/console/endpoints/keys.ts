import { KEY_PURPOSES } from '../../../config/key-purposes.ts';
import { NOTICE_MS } from '../../../keys/rotation.ts';
import { keyNotice } from '../../reads/key-notice.ts';
import { keyReadiness } from '../../reads/key-readiness.ts';
import { listKeys } from '../../reads/key-view.ts';
import { nullIfRefused } from '../../row/operator.ts';
import { isoTime } from '../../../session/iso-time.ts';
import { endpoint } from '../endpoint.ts';

/** The time that an operator needs to send the form. */
const MARGIN_MS = 5 * 60_000;

export const keyDetails = endpoint({
  name: 'keys details',
  role: 'read',
  params: {},
  run: async (operator) => ({
    keys: await listKeys(operator),
    // Null: there is no active signing key yet.
    readiness: await keyReadiness(operator).catch(nullIfRefused),
    earliestSwitch: Object.fromEntries(
      KEY_PURPOSES.map((each) => [each, isoTime(operator.now() + NOTICE_MS[each] + MARGIN_MS)]),
    ),
    // Null: no rotation of the signing key is announced.
    notice: await keyNotice(operator).catch(nullIfRefused),
  }),
});
