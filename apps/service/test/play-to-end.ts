import { isFinal, type SessionStatus } from '@authly/contract/wire/states';
import { expect } from 'vitest';
import type { TestClock } from './test-clock.ts';

/** The simulated app waits so long between two moves. */
const BETWEEN_MOVES_MS = 600;
export const BY_MOVE_MS = 700;

/**
 * Moves the clock until the sandbox's simulated app has ended a session. Time stands still while the app works: the processing deadline is
 * on this clock too.
 */
export async function playToEnd(
  clock: TestClock,
  result: () => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  let json: Record<string, unknown> = {};
  const hasEnded = async (): Promise<boolean> => {
    if (clock.waitingFor(BETWEEN_MOVES_MS) > 0) clock.move(BY_MOVE_MS);
    json = await result();
    return isFinal(json['status'] as SessionStatus);
  };
  // A synthetic capture takes longer than other polls.
  await expect.poll(hasEnded, { timeout: 50_000 }).toBe(true);
  return json;
}
