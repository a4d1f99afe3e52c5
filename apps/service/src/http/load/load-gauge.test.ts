import { describe, expect, it } from 'vitest';
import { IMPORTANCE } from './importance.ts';
import { LoadGauge, STANDS_AFTER_MS, TICK_MS } from './load-gauge.ts';
import { isTooMuch } from './shed-load.ts';

const TICKS = STANDS_AFTER_MS / TICK_MS;

class Process {
  readonly gauge = new LoadGauge({ nowMs: 0, activeMs: 0, waiting: 0, held: 0 });
  store: Parameters<typeof isTooMuch>[3] = 'sqlite';
  waiting = 0;
  held = 0;
  #now = 0;
  #active = 0;

  /** So many ticks pass; in each of them so many requests are done. `active`: the share of the time that the event loop does not rest. */
  pass(ticks: number, { done = 50, active = 1 }: { done?: number; active?: number } = {}): this {
    for (let tick = 0; tick < ticks; tick++) {
      for (let i = 0; i < done; i++) {
        this.gauge.begin();
        this.gauge.end();
      }
      this.#active += active * TICK_MS;
      this.gauge.tick({
        nowMs: (this.#now += TICK_MS),
        activeMs: this.#active,
        waiting: this.waiting,
        held: this.held,
      });
    }
    return this;
  }

  on(store: Process['store']): this {
    this.store = store;
    return this;
  }

  begin(count: number): this {
    for (let i = 0; i < count; i++) this.gauge.begin();
    return this;
  }

  /** What is refused of a turn of the event loop in which so many came before, in so many milliseconds, some of them accepted. */
  refused(came: number, inMs: number, accepted = 0): string[] {
    for (let i = 0; i < came; i++) this.gauge.came(this.#now);
    for (let i = 0; i < accepted; i++) this.gauge.accepted();
    const now = { nowMs: this.#now + inMs, waiting: this.waiting, held: this.held };
    const refused = IMPORTANCE.filter((importance) => isTooMuch(this.gauge, importance, now, this.store));
    this.gauge.turnEnded();
    return refused;
  }
}

const ALL = [...IMPORTANCE];
const ASKING = ['reading', 'asking'];

describe('nothing is refused', () => {
  it('of a burst: it has to last', () => {
    expect(new Process().refused(400, 200)).toEqual([]);
    expect(new Process().pass(TICKS - 1).refused(400, 200)).toEqual([]);
    expect(new Process().pass(TICKS).refused(400, 200)).toEqual(ALL);
  });

  it('by an event loop that has rested in between', () => {
    expect(
      new Process()
        .pass(TICKS)
        .pass(1, { active: 0.9 })
        .pass(TICKS - 1)
        .refused(400, 200),
    ).toEqual([]);
  });

  it('while 32 or fewer come at once, however long they take', () => {
    expect(new Process().pass(TICKS).refused(32, 1000)).toEqual([]);
    expect(new Process().pass(TICKS).refused(33, 1000)).toEqual(ALL);
    expect(new Process().begin(32).pass(TICKS, { done: 0 }).refused(1, 1000)).toEqual([]);
  });

  it('because the database is slow, when no call waits for its turn', () => {
    expect(new Process().begin(500).pass(TICKS, { done: 1, active: 0.2 }).refused(33, 0)).toEqual([]);
  });
});

describe('what would have to wait is refused: reading first, then asking, and what moves a session last', () => {
  it.each([
    ['sqlite', [2, 2.1, 4, 4.1, 9, 9.1]],
    ['postgres', [2, 2.1, 6.3, 6.4, 7, 7.1]],
  ] as const)('behind those of the same turn of the event loop, on %s', (store, waits) => {
    const refused = (ms: number): string[] => new Process().on(store).pass(TICKS).refused(33, ms);
    expect(waits.map(refused)).toEqual([[], ['reading'], ['reading'], ASKING, ASKING, ALL]);
  });

  it('behind those that the same turn has accepted, whose answers are still to be made', () => {
    const refused = (accepted: number): string[] => {
      // One in a millisecond is done.
      const process = new Process().begin(33).pass(TICKS, { done: TICK_MS });
      return process.refused(accepted, 0, accepted);
    };
    expect([2, 3, 5, 9, 10].map(refused)).toEqual([[], ['reading'], ASKING, ASKING, ALL]);
  });

  it('behind those that wait for the database, by how fast it goes on', () => {
    const refused = (waiting: number): string[] => {
      const process = new Process();
      process.waiting = waiting;
      // One in a millisecond is done.
      return process.begin(33).pass(TICKS, { done: TICK_MS, active: 0.5 }).refused(1, 0);
    };
    expect([2, 3, 5, 9, 10].map(refused)).toEqual([[], ['reading'], ASKING, ASKING, ALL]);
  });

  it('also where nothing is done any more', () => {
    const process = new Process();
    process.waiting = 1;
    expect(process.begin(33).pass(TICKS, { done: 0, active: 0 }).refused(1, 0)).toEqual(ALL);
  });

  it('for as long as refused ones are held, and no longer', () => {
    const process = new Process().pass(TICKS);
    process.held = 300;
    expect(process.pass(TICKS, { active: 0.5 }).refused(1, 12)).toEqual(ALL);
    process.held = 0;
    expect(process.refused(1, 12)).toEqual([]);
    expect(process.pass(1, { active: 0.5 }).refused(400, 200)).toEqual([]);
  });
});

it('memory is bounded: too many in work are refused even of a burst, and readers leave room for the others', () => {
  const refused = (inWork: number): string[] => new Process().begin(inWork).refused(1, 0);
  expect([511, 512, 2047, 2048, 4095, 4096].map(refused)).toEqual([
    [],
    ['reading'],
    ['reading'],
    ['reading', 'asking'],
    ['reading', 'asking'],
    ALL,
  ]);
});
