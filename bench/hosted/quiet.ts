import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from '../api/child.ts';
import type { Memory, Usage } from '../api/usage.ts';

/** CPU of a process while nothing happens but what it does by itself, of one core. */
export async function quietPercent(child: Child, seconds: number): Promise<number> {
  const before = await child.ask<Usage>('usage');
  await pause(seconds * 1000);
  const after = await child.ask<Usage>('usage');
  return (100 * (after.cpuMs - before.cpuMs)) / (after.wallMs - before.wallMs);
}

/** Bytes that each of so many pages takes. What V8 keeps for new objects is not theirs. */
export const bytesPerPage = (empty: Memory, full: Memory, pages: number): number =>
  (full.rssBytes - full.youngBytes - (empty.rssBytes - empty.youngBytes)) / pages;
