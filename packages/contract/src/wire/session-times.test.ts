import { expect, it } from 'vitest';
import { PROCESSING_ALLOWANCE_MAX_MS, processingAllowanceMs } from './session-times.ts';

it.each([
  ['the default, one retry of 5 s', { timeoutMs: 5_000, retries: 1 }, 25_000],
  ['no retry', { timeoutMs: 5_000, retries: 0 }, 20_000],
  ['the most that an operator may grant', { timeoutMs: 30_000, retries: 5 }, 195_000],
])('processing may take 15 s + timeout × (1 + retries): %s', (_, bio, ms) => {
  expect(processingAllowanceMs(bio)).toBe(ms);
});

it('no merchant’s processing may take longer than 195 s', () => {
  expect(PROCESSING_ALLOWANCE_MAX_MS).toBe(195_000);
});
