import { expect, it } from 'vitest';
import { processingDeadline } from '../../session/move.ts';
import { PROCESSING_TAIL_MS } from './processing-tail.ts';

it('the tail after expires_at is the service’s own processing deadline', () => {
  expect(PROCESSING_TAIL_MS).toBe(processingDeadline(0, { timeoutMs: 5000, retries: 1 }));
});
