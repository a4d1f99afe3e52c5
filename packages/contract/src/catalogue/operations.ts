import { lookup } from '../captures/lookup.ts';
import { store } from '../captures/store.ts';
import type { ErrorDetails } from '../wire/error-details.ts';
import type { ErrorCode } from '../wire/generated/errors.ts';
import { SHARED_ERRORS } from '../schemas/shared-errors.ts';
import { appCallback } from '../captures/app-callback.ts';
import { appConfirm } from '../operations/app-confirm.ts';
import { appFailure } from '../operations/app-failure.ts';
import { appSession } from '../operations/app-session.ts';
import { cancelSession } from '../operations/cancel-session.ts';
import { claimSession } from '../operations/claim-session.ts';
import { createEnrollmentSession } from '../operations/create-enrollment-session.ts';
import { createVerificationSession } from '../operations/create-verification-session.ts';
import { hostedCancel } from '../operations/hosted-cancel.ts';
import { hostedEvents } from '../operations/hosted-events.ts';
import { hostedLink } from '../operations/hosted-link.ts';
import { hostedOpened } from '../operations/hosted-opened.ts';
import { hostedSession } from '../operations/hosted-session.ts';
import { issueToken } from '../operations/issue-token.ts';
import { listSigningKeys } from '../operations/list-signing-keys.ts';
import type { Operation } from '../operations/operation.ts';
import { readResult } from '../operations/read-result.ts';

const service = {
  issueToken,
  createEnrollmentSession,
  createVerificationSession,
  readResult,
  cancelSession,
  listSigningKeys,

  hostedOpened,
  hostedSession,
  hostedEvents,
  hostedLink,
  hostedCancel,

  claimSession,
  appSession,
  appConfirm,
  appCallback,
  appFailure,
};

/** `wire/generated/operation-table.ts` is derived from this table, for pages and SDKs. */
export const OPERATION_DETAILS: Readonly<Record<keyof typeof service, Operation>> = service;

export const BIO_OPERATION_DETAILS = { store, lookup };

export const ERROR_DETAILS = Object.fromEntries(
  [SHARED_ERRORS, ...Object.values(OPERATION_DETAILS).map(({ errors = {} }) => errors)]
    .flatMap((errors) => Object.entries<ErrorDetails>(errors))
    .toSorted(([, a], [, b]) => a.status - b.status),
) as Readonly<Record<ErrorCode, ErrorDetails>>;

export function errorsOf(name: keyof typeof service): ErrorCode[] {
  const { errors = {}, sharedErrors = [] } = OPERATION_DETAILS[name];
  const own = new Set<string>([...Object.keys(errors), ...sharedErrors]);
  return (Object.keys(ERROR_DETAILS) as ErrorCode[]).filter((code) => ERROR_DETAILS[code].everywhere || own.has(code));
}
