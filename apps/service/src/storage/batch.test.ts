import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { Batch } from './batch.ts';
import { StoreUnavailableError } from './port/store.ts';

type Run = (calls: readonly string[]) => Promise<readonly string[]>;

/** Batches without a result yet. */
function recorded(keysOf?: (call: string) => readonly string[]) {
  const sent: { calls: readonly string[]; answer: () => void }[] = [];
  const batch = new Batch<string, string>(
    (calls) =>
      new Promise((resolve) =>
        sent.push({ calls, answer: () => resolve(calls.map((call) => `${call} of ${calls.length}`)) }),
      ),
    keysOf,
  );
  return { batch, sent, calls: () => sent.map(({ calls }) => calls) };
}

/** Lets the calls of this turn start. */
async function turn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

it('calls of one turn run as one batch, and each gets its own result', async () => {
  const { batch, sent, calls } = recorded();
  const answers = ['a', 'b', 'c'].map((call) => batch.add(call));
  await turn();
  expect(calls()).toEqual([['a', 'b', 'c']]);
  sent[0]!.answer();
  expect(await Promise.all(answers)).toEqual(['a of 3', 'b of 3', 'c of 3']);
});

it('calls during a running batch form the next one', async () => {
  const { batch, sent, calls } = recorded();
  for (const call of ['a', 'b', 'c']) {
    void batch.add(call);
    await turn();
  }
  expect(calls()).toEqual([['a']]);
  sent[0]!.answer();
  await turn();
  expect(calls()).toEqual([['a'], ['b', 'c']]);
});

it('calls wait a second for a batch that hangs, and then form the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { batch, sent, calls } = recorded();
  for (const call of ['a', 'b']) {
    void batch.add(call);
    await turn();
  }
  await vi.advanceTimersByTimeAsync(1000 - 1);
  await turn();
  expect(calls()).toEqual([['a']]);
  await vi.advanceTimersByTimeAsync(1);
  await turn();
  expect(calls()).toEqual([['a'], ['b']]);
  sent[1]!.answer();
  sent[0]!.answer();
  await turn();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('the second of two calls with one key waits for the next batch', async () => {
  const { batch, sent, calls } = recorded((call) => [call[0]!]);
  const answers = ['a1', 'b1', 'a2'].map((call) => batch.add(call));
  await turn();
  sent[0]!.answer();
  await turn();
  sent[1]!.answer();
  expect(calls()).toEqual([['a1', 'b1'], ['a2']]);
  expect(await Promise.all(answers)).toEqual(['a1 of 2', 'b1 of 2', 'a2 of 1']);
});

it('if a batch fails, each call runs alone, so that one error fails one call', async () => {
  const batch = new Batch<string, string>((calls) =>
    calls.includes('b') ? Promise.reject(new Error(`${calls.length} failed`)) : Promise.resolve(calls),
  );
  expect(await Promise.allSettled(['a', 'b', 'c'].map((call) => batch.add(call)))).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: new Error('1 failed') },
    { status: 'fulfilled', value: 'c' },
  ]);
  expect(await batch.add('d')).toBe('d');
});

it('an unavailable store is called once, not once per call', async () => {
  const away = new StoreUnavailableError('unreachable', 'no connection');
  const run = vi.fn<Run>().mockRejectedValue(away);
  const batch = new Batch<string, string>(run);
  const answers = await Promise.allSettled(['a', 'b'].map((call) => batch.add(call)));
  expect(answers).toEqual([away, away].map((reason) => ({ status: 'rejected', reason })));
  expect(run).toHaveBeenCalledOnce();
});

it('flush runs the queued calls at once, and only once', async () => {
  const { batch, sent, calls } = recorded();
  const answer = batch.add('a');
  batch.flush();
  expect(calls()).toEqual([['a']]);
  sent[0]!.answer();
  expect(await answer).toBe('a of 1');
  await turn();
  expect(sent).toHaveLength(1);
});
