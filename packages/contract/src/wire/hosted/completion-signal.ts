import type { Mode } from '../states.ts';

/** Posted to the opener at the end. It has no status, so that it is not taken for proof. */
export interface CompletionSignal {
  readonly type: typeof COMPLETION_SIGNAL;
  readonly version: 1;
  readonly session_id: string;
  readonly mode: Mode;
}
export const COMPLETION_SIGNAL = 'authly.session.final';
