import { createSession } from './create-session.ts';

export const createEnrollmentSession = createSession({
  operation: 'createEnrollmentSession',
  mode: 'enroll',
});
