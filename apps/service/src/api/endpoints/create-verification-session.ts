import { createSession } from '../steps/create-session.ts';

export const createVerificationSession = createSession('verify');
