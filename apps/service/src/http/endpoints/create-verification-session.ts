import { createSession } from './create-session.ts';

/** POST /v1/verification-sessions */
export const createVerificationSession = createSession({
  operation: 'createVerificationSession',
  mode: 'verify',
});
