import { expect, it } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { createLog } from '../observability/log.ts';
import type { BioAttempt } from '../session/bio-attempt.ts';
import { sampleAttempt } from '../storage/test/samples.ts';
import { attemptNotes } from './attempt-notes.ts';
import type { BioCallReport } from './client.ts';

const REPORT: BioCallReport = {
  merchantId: 'm_1',
  sessionId: 'ses_1',
  keyId: 'key_1',
  call: 'store',
  failure: null,
  signatureHeld: true,
  attempts: [
    sampleAttempt({
      stage: 'tls',
      status: null,
      reason: 'CERT_HAS_EXPIRED',
      failure: 'merchant_bio_unavailable',
      ms: 7,
    }),
    sampleAttempt({ requestId: 'req_2', attempt: 2, ms: 9 }),
  ],
};

function notesOn(note: (id: string, attempts: readonly BioAttempt[]) => Promise<void>) {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const log = createLog({ level: 'info', secretFields: [], destination });
  return { lines, notes: attemptNotes({ note, clock: new TestClock(1000), log }) };
}

it('logs one line per attempt, as a warning if it failed', () => {
  const { lines, notes } = notesOn(async () => {});
  notes.take(REPORT);
  const common = { session_id: 'ses_1', merchant_id: 'm_1', call: 'store', msg: 'bio call' };
  expect(lines).toMatchObject([
    { ...common, level: 'warn', attempt: 1, stage: 'tls', reason: 'CERT_HAS_EXPIRED', status: null, ms: 7 },
    { ...common, level: 'info', attempt: 2, stage: 'body', status: 200, failure: null, ms: 9 },
  ]);
});

it('stores the attempts with their time; a store error is logged and has no effect', async () => {
  const kept: unknown[] = [];
  const { notes } = notesOn(async (id, attempts) => void kept.push(id, attempts));
  notes.take(REPORT);
  await notes.settled();
  expect(kept).toEqual(['ses_1', REPORT.attempts.map((each) => ({ at: 1000, call: 'store', ...each }))]);

  const down = notesOn(() => Promise.reject(new Error('the store is down')));
  down.notes.take(REPORT);
  await down.notes.settled();
  expect(down.lines.at(-1)).toMatchObject({
    level: 'warn',
    session_id: 'ses_1',
    msg: 'Bio API call attempts not saved',
  });
});

it('at most a thousand writes wait for a store that hangs', () => {
  let begun = 0;
  const { lines, notes } = notesOn(() => {
    begun++;
    return new Promise(() => {});
  });
  for (let i = 0; i < 1100; i++) notes.take(REPORT);
  expect([begun, lines.length]).toEqual([1000, 2200]);
});
