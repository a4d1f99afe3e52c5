export { AuthlyBrowserError, type AuthlyBrowserErrorCode } from './authly-browser-error.ts';
export type { Display } from './authly-window.ts';
export type { CreatedSession, SessionState } from './session.ts';
export { resumeAuthly, startAuthly, type AuthlyFlow, type AuthlyOptions, type ResumedAuthly } from './start-authly.ts';
