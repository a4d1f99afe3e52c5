import { isFinal, type SessionStatus } from '@authly/contract/states';
import { expect } from 'vitest';
import type { TestClock } from './test-clock.ts';

/** A little more than the simulated app waits between two moves. */
export const BY_MOVE_MS = 700;

/**
 * The end of a session that the simulated app of the sandbox plays: time passes whenever it waits. Not while it works, for the deadline of
 * the processing is on this clock too. `idle`: how many timers waited before the session's page was opened.
 */
export async function playedOut(
  clock: TestClock,
  idle: number,
  result: () => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  let json: Record<string, unknown> = {};
  const hasEnded = async (): Promise<boolean> => {
    if (clock.waiting > idle) clock.move(BY_MOVE_MS);
    json = await result();
    return isFinal(json['status'] as SessionStatus);
  };
  await expect.poll(hasEnded).toBe(true);
  return json;
}
