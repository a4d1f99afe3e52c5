import { createSession } from '../create-session.ts';

export const createEnrollmentSession = createSession('enroll');
