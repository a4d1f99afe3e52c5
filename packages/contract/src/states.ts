/** The contract's session states. What moves a session from one to another is the service's transition table. */
export const NON_FINAL_STATES = ['created', 'opened', 'app_launched', 'callback_received', 'processing'] as const;
export const FINAL_STATES = ['succeeded', 'failed', 'expired', 'canceled'] as const;
export const SESSION_STATES = [...NON_FINAL_STATES, ...FINAL_STATES] as const;

/** Where a session stands. */
export type SessionStatus = (typeof SESSION_STATES)[number];
export type FinalStatus = (typeof FINAL_STATES)[number];

const final: ReadonlySet<SessionStatus> = new Set(FINAL_STATES);
export const isFinal = (status: SessionStatus): status is FinalStatus => final.has(status);

/** The clock expires these; once the app has called back, the processing deadline decides. */
export const STATES_BEFORE_CALLBACK = ['created', 'opened', 'app_launched'] as const;
export const isBeforeCallback = (status: SessionStatus): boolean =>
  (STATES_BEFORE_CALLBACK as readonly SessionStatus[]).includes(status);

export const MODES = ['enroll', 'verify'] as const;
/** What a session is for: `enroll` or `verify`. */
export type Mode = (typeof MODES)[number];
