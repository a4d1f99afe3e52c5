import type { OperationName } from '@authly/contract/operation-table';
import type { Handle } from './call.ts';
import { appCallback } from './endpoints/app-callback.ts';
import { appConfirm } from './endpoints/app-confirm.ts';
import { appFailure } from './endpoints/app-failure.ts';
import { appSession } from './endpoints/app-session.ts';
import { cancelSession } from './endpoints/cancel-session.ts';
import { claimSession } from './endpoints/claim-session.ts';
import { createEnrollmentSession, createVerificationSession } from './endpoints/create-session.ts';
import { hostedCancel } from './endpoints/hosted-cancel.ts';
import { hostedEvents } from './endpoints/hosted-events.ts';
import { hostedLink } from './endpoints/hosted-link.ts';
import { hostedOpened } from './endpoints/hosted-opened.ts';
import { hostedSession } from './endpoints/hosted-session.ts';
import { issueToken } from './endpoints/issue-token.ts';
import { listSigningKeys } from './endpoints/list-signing-keys.ts';
import { readResult } from './endpoints/read-result.ts';

/** The endpoint of every operation. */
export const ENDPOINTS = {
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
} satisfies Readonly<Record<OperationName, Handle>>;
