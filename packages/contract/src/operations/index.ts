import { lookup } from '../bio/lookup.ts';
import { store } from '../bio/store.ts';
import type { ErrorDetails } from '../error-details.ts';
import type { ErrorCode } from '../generated/errors.ts';
import { SHARED_ERRORS } from '../shared-errors.ts';
import { appCallback } from './app-callback.ts';
import { appConfirm } from './app-confirm.ts';
import { appFailure } from './app-failure.ts';
import { appSession } from './app-session.ts';
import { cancelSession } from './cancel-session.ts';
import { claimSession } from './claim-session.ts';
import { createEnrollmentSession } from './create-enrollment-session.ts';
import { createVerificationSession } from './create-verification-session.ts';
import { hostedCancel } from './hosted-cancel.ts';
import { hostedEvents } from './hosted-events.ts';
import { hostedLink } from './hosted-link.ts';
import { hostedOpened } from './hosted-opened.ts';
import { hostedSession } from './hosted-session.ts';
import { issueToken } from './issue-token.ts';
import { listSigningKeys } from './list-signing-keys.ts';
import type { Operation } from './operation.ts';
import { readResult } from './read-result.ts';

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

/** operations.ts is generated from it, for pages and SDKs. */
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
