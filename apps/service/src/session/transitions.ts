import type { ErrorCode } from '@authly/contract/errors';
import { FINAL_STATES, SESSION_STATES, STATES_BEFORE_CALLBACK, type SessionStatus } from '@authly/contract/wire/states';

export const SESSION_EVENTS = [
  'open',
  'claim',
  'callback',
  'process',
  'succeed',
  'fail',
  'app_failure',
  'cancel',
  'expire',
  'interrupt',
] as const;
export type SessionEvent = (typeof SESSION_EVENTS)[number];

interface Row {
  readonly event: SessionEvent;
  readonly from: readonly SessionStatus[];
  /** `stay`: no move and no error. */
  readonly to?: SessionStatus | 'stay';
  readonly refusal?: ErrorCode;
  /** Text of the generated diagram and table. */
  readonly when: string;
}

const inProcess = ['callback_received', 'processing'] as const;

/** THE TRANSITION TABLE. Every pair of event and state has one row; nothing else changes a status. */
// biome-ignore format: one row a line
export const TRANSITIONS: readonly Row[] = [
  { event: 'open', from: ['created'], to: 'opened', when: "the hosted page's own script reports that it is open" },
  { event: 'open', from: ['opened', 'app_launched', ...inProcess], to: 'stay', when: 'the page was reloaded' },
  { event: 'open', from: FINAL_STATES, refusal: 'session_finalized', when: 'the session has ended' },

  { event: 'claim', from: ['opened'], to: 'app_launched', when: 'an app redeems a live link token' },
  { event: 'claim', from: ['created'], refusal: 'invalid_session_transition', when: 'no page is open, so no link was given out' },
  { event: 'claim', from: ['app_launched', ...inProcess], refusal: 'session_already_claimed', when: 'the first app wins' },
  { event: 'claim', from: FINAL_STATES, refusal: 'session_finalized', when: 'the session has ended' },

  { event: 'callback', from: ['app_launched'], to: 'callback_received', when: "the app's first well-formed callback, join confirmed" },
  { event: 'callback', from: ['created', 'opened'], refusal: 'invalid_session_transition', when: 'no app has joined' },
  { event: 'callback', from: [...inProcess, 'succeeded', 'failed'], to: 'stay', when: 'a callback was taken before' },
  { event: 'callback', from: ['expired', 'canceled'], refusal: 'session_finalized', when: 'the session ended before a callback' },

  { event: 'process', from: ['callback_received'], to: 'processing', when: 'the same request starts the Bio call' },
  { event: 'process', from: [...STATES_BEFORE_CALLBACK, 'processing'], refusal: 'invalid_session_transition', when: 'there is nothing to start' },
  { event: 'process', from: FINAL_STATES, refusal: 'session_finalized', when: 'the session has ended' },

  { event: 'succeed', from: ['processing'], to: 'succeeded', when: 'store accepted, or comparison finished (true or false)' },
  { event: 'succeed', from: [...STATES_BEFORE_CALLBACK, 'callback_received'], refusal: 'invalid_session_transition', when: 'processing has not begun' },
  { event: 'succeed', from: FINAL_STATES, refusal: 'session_finalized', when: 'the session has ended' },

  { event: 'fail', from: inProcess, to: 'failed', when: 'processing fails with a failure code' },
  { event: 'fail', from: STATES_BEFORE_CALLBACK, refusal: 'invalid_session_transition', when: 'processing has not begun' },
  { event: 'fail', from: FINAL_STATES, refusal: 'session_finalized', when: 'the session has ended' },

  { event: 'app_failure', from: ['app_launched'], to: 'failed', when: 'the app cannot capture, the person declines, or too many numbers were wrong or callbacks malformed' },
  { event: 'app_failure', from: ['created', 'opened', ...inProcess], refusal: 'invalid_session_transition', when: 'no app has joined, or it has sent its callback' },
  { event: 'app_failure', from: FINAL_STATES, refusal: 'session_finalized', when: 'the session has ended' },

  { event: 'cancel', from: ['opened', 'app_launched'], to: 'canceled', when: 'the merchant backend or the hosted page cancels' },
  { event: 'cancel', from: ['created', ...inProcess], refusal: 'invalid_session_transition', when: 'not opened yet, or already processing' },
  { event: 'cancel', from: FINAL_STATES, refusal: 'session_finalized', when: 'the session has ended' },

  { event: 'expire', from: STATES_BEFORE_CALLBACK, to: 'expired', when: 'now ≥ expires_at' },
  { event: 'expire', from: inProcess, refusal: 'invalid_session_transition', when: 'the processing deadline rules, not expires_at' },
  { event: 'expire', from: FINAL_STATES, refusal: 'session_finalized', when: 'the session has ended' },

  { event: 'interrupt', from: inProcess, to: 'failed', when: 'now ≥ the processing deadline' },
  { event: 'interrupt', from: STATES_BEFORE_CALLBACK, refusal: 'invalid_session_transition', when: 'processing has not begun' },
  { event: 'interrupt', from: FINAL_STATES, refusal: 'session_finalized', when: 'the session has ended' },
];

export type Transition = { readonly to: SessionStatus } | { readonly stay: true } | { readonly refusal: ErrorCode };

const transitions = new Map<string, Transition>();
for (const row of TRANSITIONS) {
  for (const from of row.from) {
    const key = `${row.event} ${from}`;
    if (transitions.has(key)) throw new Error(`two rows of the transition table rule on ${key}`);
    transitions.set(key, row.refusal ? { refusal: row.refusal } : row.to === 'stay' ? { stay: true } : { to: row.to! });
  }
}
for (const event of SESSION_EVENTS) {
  for (const from of SESSION_STATES)
    if (!transitions.has(`${event} ${from}`))
      throw new Error(`no row of the transition table rules on ${event} ${from}`);
}

export const transitionFor = (event: SessionEvent, from: SessionStatus): Transition =>
  transitions.get(`${event} ${from}`)!;
