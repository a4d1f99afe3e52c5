import { afterEach, expect, it, vi } from 'vitest';
import { StoreUnavailableError } from '../store.ts';
import { Together, type Ways } from './together.ts';

afterEach(() => vi.restoreAllMocks());

/** Statements that wait to be answered, each with the calls it is for. */
function statements(rest: Partial<Ways<string, string>> = {}) {
  const sent: { calls: readonly string[]; answer: () => void }[] = [];
  const send = <T>(calls: readonly string[], answers: () => T | Promise<T>): Promise<T> =>
    new Promise((resolve) => sent.push({ calls, answer: () => resolve(answers()) }));
  const together = new Together<string, string>({
    one: (call) => send([call], () => `${call} alone`),
    many: (calls) => send(calls, () => calls.map((call) => `${call} of ${calls.length}`)),
    ...rest,
  });
  return { together, sent };
}

/** Everything that this turn of the event loop has begun has gone out. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

it('calls of one turn go out as one statement, and each has its own answer', async () => {
  const { together, sent } = statements();
  const answers = ['a', 'b', 'c'].map((call) => together.ask(call));
  await turn();
  expect(sent.map(({ calls }) => calls)).toEqual([['a', 'b', 'c']]);
  sent[0]!.answer();
  expect(await Promise.all(answers)).toEqual(['a of 3', 'b of 3', 'c of 3']);
});

it('a call that comes alone is asked alone', async () => {
  const { together, sent } = statements();
  const answer = together.ask('a');
  await turn();
  sent[0]!.answer();
  expect(await answer).toBe('a alone');
});

it('two statements are under way at most: whatever comes meanwhile is counted as waiting, and goes together with the next', async () => {
  const { together, sent } = statements();
  for (const call of ['a', 'b']) {
    void together.ask(call);
    await turn();
  }
  expect(together.waiting).toBe(0);
  for (const call of ['c', 'd', 'e']) {
    void together.ask(call);
    await turn();
  }
  expect(together.waiting).toBe(3);
  expect(sent).toHaveLength(2);
  sent[0]!.answer();
  await turn();
  expect(sent.map(({ calls }) => calls)).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
});

it('one statement answers 100 calls at most', async () => {
  const { together, sent } = statements();
  for (let i = 0; i < 101; i++) void together.ask(`${i}`);
  await turn();
  expect(sent.map(({ calls }) => calls.length)).toEqual([100, 1]);
});

it('of two calls with the same key the second has a statement of its own', async () => {
  const { together, sent } = statements({ keyOf: (call) => call[0] });
  const answers = ['a1', 'b1', 'a2'].map((call) => together.ask(call));
  await turn();
  expect(sent.map(({ calls }) => calls)).toEqual([['a1', 'b1'], ['a2']]);
  for (const { answer } of sent) answer();
  expect(await Promise.all(answers)).toEqual(['a1 of 2', 'b1 of 2', 'a2 alone']);
});

it('only calls of one kind go together', async () => {
  const { together, sent } = statements({ kindOf: (call) => call[0]! });
  for (const call of ['x1', 'y1', 'x2', 'y2']) void together.ask(call);
  await turn();
  expect(sent.map(({ calls }) => calls)).toEqual([
    ['x1', 'x2'],
    ['y1', 'y2'],
  ]);
});

it('a statement that fails for one call fails for nobody else: each is asked alone', async () => {
  const { together } = statements({
    many: () => Promise.reject(new Error('one of them is wrong')),
    one: (call) => (call === 'b' ? Promise.reject(new Error('it is b')) : Promise.resolve(`${call} alone`)),
  });
  const answers = await Promise.allSettled(['a', 'b', 'c'].map((call) => together.ask(call)));
  expect(answers).toEqual([
    { status: 'fulfilled', value: 'a alone' },
    { status: 'rejected', reason: new Error('it is b') },
    { status: 'fulfilled', value: 'c alone' },
  ]);
});

it('a store that is away is asked once, not once for each call', async () => {
  const away = new StoreUnavailableError('unreachable', 'no connection');
  const one = vi.fn<(call: string) => Promise<string>>();
  const { together } = statements({ many: () => Promise.reject(away), one });
  const answers = await Promise.allSettled(['a', 'b'].map((call) => together.ask(call)));
  expect(answers.map((answer) => answer.status === 'rejected' && answer.reason)).toEqual([away, away]);
  expect(one).not.toHaveBeenCalled();
});

it('a call that the statement did nothing for is asked alone', async () => {
  const { together } = statements({
    many: (calls) => Promise.resolve(calls.map((call) => (call === 'b' ? undefined : `${call} together`))),
    one: (call) => Promise.resolve(`${call} alone`),
  });
  expect(await Promise.all(['a', 'b'].map((call) => together.ask(call)))).toEqual(['a together', 'b alone']);
});

it('a call that has waited for more than 5 s for its turn is told that the store is busy', async () => {
  const { together, sent } = statements();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  for (const call of ['a', 'b']) {
    void together.ask(call);
    await turn();
  }
  const late = together.ask('late');
  now.mockReturnValue(1);
  const inTime = together.ask('in time');
  now.mockReturnValue(5001);
  sent[0]!.answer();
  await expect(late).rejects.toThrow(StoreUnavailableError);
  await turn();
  sent[2]!.answer();
  expect(await inTime).toBe('in time alone');
});
