import { createSession } from './create-session.ts';

export const createVerificationSession = createSession({
  operation: 'createVerificationSession',
  mode: 'verify',
});
