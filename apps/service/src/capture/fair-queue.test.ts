import { describe, expect, it } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { FairQueue, type CaptureOwner } from './fair-queue.ts';

const NEVER = new AbortController().signal;

/** Pieces of work that wait for their turn, each known by the name of its merchant and user: `a1` is the user 1 of merchant a. */
class Line {
  readonly turns: FairQueue;
  readonly clock = new TestClock();
  /** In the order in which their turns came. */
  readonly begun: string[] = [];
  readonly givenUp: string[] = [];
  readonly #running: Disposable[] = [];

  constructor(bounds: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
    this.turns = new FairQueue({ atOnce: 1, perMerchant: 9, waitMs: Infinity, waiting: 99, ...bounds }, this.clock);
  }

  async ask(names: string, signal = NEVER): Promise<void> {
    for (const name of names.split(' '))
      void this.turns.take(askerOf(name), signal).then((turn) => {
        if (turn === undefined) return this.givenUp.push(name);
        this.#running.push(turn);
        return this.begun.push(name);
      });
    await settled();
  }

  /** Ends the oldest of those in flight, so many times. */
  async end(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      this.#running.shift()?.[Symbol.dispose]();
      await settled();
    }
  }

  async order(): Promise<string> {
    await this.end(this.begun.length + 99);
    return this.begun.join(' ');
  }
}

const askerOf = (name: string): CaptureOwner => ({ merchantId: name[0]!, merchantUserRef: name.slice(1) });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('merchants take turns, whoever came first and however many wait', async () => {
  const line = new Line();
  await line.ask('a1 a2 a3 a4 b1 c1 b2');
  expect(await line.order()).toBe('a1 a2 b1 c1 a3 b2 a4');
});

it('users of a merchant take turns', async () => {
  const line = new Line();
  await line.ask('a1 a1 a1 a1 a2 a3 a2');
  expect(await line.order()).toBe('a1 a1 a2 a3 a1 a2 a1');
});

it('who comes back while others wait goes to the end', async () => {
  const line = new Line();
  await line.ask('a1 b1 b2');
  await line.end(1);
  await line.ask('a1 c1');
  expect(await line.order()).toBe('a1 b1 b2 a1 c1');
});

it('one user has at most two in flight, and keeps nobody else from what is free', async () => {
  const line = new Line({ atOnce: 4 });
  await line.ask('a1 a1 a1 a1 a2');
  expect(line.begun).toEqual(['a1', 'a1', 'a2']);
  await line.end(1);
  expect(line.begun).toEqual(['a1', 'a1', 'a2', 'a1']);
});

it('the same user ref at two merchants is two users', async () => {
  const line = new Line({ atOnce: 4 });
  await line.ask('a1 a1 b1 b1');
  expect(line.begun).toHaveLength(4);
});

it('one merchant never has all that is in flight: another one begins at once', async () => {
  const line = new Line({ atOnce: 3, perMerchant: 2 });
  await line.ask('a1 a2 a3 a4');
  expect(line.begun).toEqual(['a1', 'a2']);
  await line.ask('b1');
  expect(line.begun).toEqual(['a1', 'a2', 'b1']);
});

it('a full line loses the newest of the user with most in it, of the merchant with most in it', async () => {
  const line = new Line({ waiting: 5 });
  await line.ask('a0 a1 a1 a2 a1 b1');
  expect(line.givenUp).toEqual([]);
  await line.ask('b2');
  expect(line.givenUp).toEqual(['a1']);
  await line.ask('a3 a4');
  expect(line.givenUp).toEqual(['a1', 'a1', 'a4']);
  expect(await line.order()).toBe('a0 a1 b1 a2 b2 a3');
});

describe('a line whose work takes long', () => {
  /** Enough pieces of work of this length, one after the other, that it is known. */
  async function lineWhereWorkTakes(ms: number, bounds: ConstructorParameters<typeof Line>[0]): Promise<Line> {
    const line = new Line(bounds);
    for (let i = 0; i < 9; i++) {
      await line.ask('z1');
      line.clock.move(ms);
      await line.end(1);
    }
    return line;
  }
  const users = (count: number, merchant = 'a'): string =>
    Array.from({ length: count }, (_, i) => `${merchant}${i}`).join(' ');

  it('400 at once wait where they are quick enough, and all have their turn', async () => {
    const line = await lineWhereWorkTakes(9, { atOnce: 2, perMerchant: 1, waitMs: 4000, waiting: 4096 });
    await line.ask(users(400));
    expect(line.givenUp).toEqual([]);
    await line.end(400);
    expect(line.begun).toHaveLength(9 + 400);
  });

  it('what would not have its turn in time is given up at once, the newest of who has most in it', async () => {
    const line = await lineWhereWorkTakes(100, { atOnce: 2, perMerchant: 2, waitMs: 1000, waiting: 4096 });
    await line.ask(users(22));
    expect(line.givenUp).toEqual([]);
    await line.ask('b1 b2');
    expect(line.givenUp).toEqual(['a21', 'a20']);
  });

  it('a merchant that may have one at a time is given up for what one at a time could not do, and leaves the others their room', async () => {
    const line = await lineWhereWorkTakes(100, { atOnce: 2, perMerchant: 1, waitMs: 1000, waiting: 4096 });
    await line.ask(users(12));
    expect(line.givenUp).toEqual(['a11']);
    await line.ask(users(10, 'b'));
    expect(line.givenUp).toEqual(['a11']);
  });

  it('one slow start says nothing', async () => {
    const line = await lineWhereWorkTakes(1, { waitMs: 100, waiting: 4096 });
    await line.ask('z1');
    line.clock.move(5000);
    await line.end(1);
    await line.ask(users(90));
    expect(line.givenUp).toEqual([]);
  });
});

it('what is given up while it waits leaves the line, and what is in flight does not', async () => {
  const line = new Line();
  const deadline = new AbortController();
  await line.ask('a1 b1', deadline.signal);
  await line.ask('c1');
  deadline.abort();
  await settled();
  expect(line.givenUp).toEqual(['b1']);
  await line.ask('d1', deadline.signal);
  expect(line.givenUp).toEqual(['b1', 'd1']);
  expect(await line.order()).toBe('a1 c1');
});

it('a turn that is ended twice frees one place', async () => {
  const line = new Line();
  const turn = await line.turns.take(askerOf('a1'), NEVER);
  await line.ask('b1 c1');
  turn![Symbol.dispose]();
  turn![Symbol.dispose]();
  await settled();
  expect(line.begun).toEqual(['b1']);
});

it('closing gives up what waits and what comes later', async () => {
  const line = new Line();
  await line.ask('a1 b1 b2');
  line.turns.close();
  await settled();
  await line.ask('c1');
  expect(line.givenUp).toEqual(['b1', 'b2', 'c1']);
});
