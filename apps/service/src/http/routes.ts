import type { Endpoint } from './endpoint.ts';
import { cancelSession } from './endpoints/cancel-session.ts';
import { createEnrollmentSession } from './endpoints/create-enrollment-session.ts';
import { createVerificationSession } from './endpoints/create-verification-session.ts';
import { issueToken } from './endpoints/issue-token.ts';
import { listSigningKeys } from './endpoints/list-signing-keys.ts';
import { readResult } from './endpoints/read-result.ts';

/** Every operation that this service answers to. Method, path and body type stand in the contract's table of operations. */
export const ENDPOINTS: readonly Endpoint[] = [
  issueToken,
  createEnrollmentSession,
  createVerificationSession,
  readResult,
  cancelSession,
  listSigningKeys,
];
