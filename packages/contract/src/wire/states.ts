export const NON_FINAL_STATES = ['created', 'opened', 'app_launched', 'callback_received', 'processing'] as const;
export const FINAL_STATES = ['succeeded', 'failed', 'expired', 'canceled'] as const;
export const SESSION_STATES = [...NON_FINAL_STATES, ...FINAL_STATES] as const;

/** The status of a session. */
export type SessionStatus = (typeof SESSION_STATES)[number];
export type FinalStatus = (typeof FINAL_STATES)[number];

const final: ReadonlySet<SessionStatus> = new Set(FINAL_STATES);
export const isFinal = (status: SessionStatus): status is FinalStatus => final.has(status);

/** These states expire by the clock. After the app's callback the processing deadline applies. */
export const STATES_BEFORE_CALLBACK = ['created', 'opened', 'app_launched'] as const;
export const isBeforeCallback = (status: SessionStatus): boolean =>
  (STATES_BEFORE_CALLBACK as readonly SessionStatus[]).includes(status);

export const MODES = ['enroll', 'verify'] as const;
/** The purpose of a session: `enroll` or `verify`. */
export type Mode = (typeof MODES)[number];
