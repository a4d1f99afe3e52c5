export { AuthlyBrowserError, type AuthlyBrowserErrorCode } from './authly-browser-error.ts';
export type { Display } from './open-window.ts';
export type { CreatedSession, SessionState } from './session.ts';
export { resumeAuthly, startAuthly, type AuthlyFlow, type AuthlyOptions } from './start-authly.ts';
