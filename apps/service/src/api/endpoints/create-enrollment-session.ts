import { createSession } from '../steps/create-session.ts';

export const createEnrollmentSession = createSession('enroll');
