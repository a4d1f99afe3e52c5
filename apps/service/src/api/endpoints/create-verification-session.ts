import { createSession } from '../create-session.ts';

export const createVerificationSession = createSession('verify');
