import { createSession } from './create-session.ts';

/** POST /v1/enrollment-sessions */
export const createEnrollmentSession = createSession({
  operation: 'createEnrollmentSession',
  mode: 'enroll',
});
