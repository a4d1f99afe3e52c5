import type { TraceLine } from '../src/wire.ts';

export interface Move {
  readonly status: string;
  readonly at: string;
  /** No call reported it: a later state implies it. */
  readonly isImplied: boolean;
  /** Of a verification that succeeded. */
  readonly matched?: boolean;
}

/** Each requires those before it. */
export const STEPS = ['created', 'opened', 'app_launched', 'callback_received', 'processing'];
/** How many steps come before an end at least: only an open page can be canceled, any state may expire, an app that has joined may fail. */
const STEPS_BEFORE = { succeeded: STEPS.length, failed: 3, expired: 1, canceled: 2 };
export const FINAL = Object.keys(STEPS_BEFORE);

/** The states of a session, from the responses to the shop's calls. Responses may overtake each other: an earlier one adds nothing. */
export function movesOf(calls: readonly TraceLine[]): Move[] {
  const moves = new Map<string, Move>();
  for (const { at, answered } of calls) {
    const { status, result } = (answered ?? {}) as { status?: string; result?: { matched?: boolean } | null };
    if (status === undefined || moves.has(status)) continue;
    const before = STEPS_BEFORE[status as keyof typeof STEPS_BEFORE] ?? STEPS.indexOf(status);
    for (const step of STEPS.slice(0, before))
      if (!moves.has(step)) moves.set(step, { status: step, at, isImplied: true });
    const matched = result?.matched;
    moves.set(status, { status, at, isImplied: false, ...(matched !== undefined && { matched }) });
  }
  return [...moves.values()];
}
