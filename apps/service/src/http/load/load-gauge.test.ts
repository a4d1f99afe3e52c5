import { describe, expect, it } from 'vitest';
import { IMPORTANCE } from './importance.ts';
import { LoadGauge, TICK_MS } from './load-gauge.ts';
import { isTooMuch } from './shed-load.ts';

/** A gauge in a process that a test lets live. */
class Process {
  readonly gauge = new LoadGauge(0);
  #now = 0;

  /** So many ticks pass, each late by this much; in each of them so many requests come, and as many are done. */
  pass(ticks: number, { lateMs = 0, done = 0 }: { lateMs?: number; done?: number } = {}): void {
    for (let tick = 0; tick < ticks; tick++) {
      for (let i = 0; i < done; i++) this.gauge.begin();
      for (let i = 0; i < done; i++) this.gauge.end();
      this.gauge.tick((this.#now += TICK_MS + lateMs));
    }
  }

  begin(count: number): void {
    for (let i = 0; i < count; i++) this.gauge.begin();
  }

  /** What is refused now. */
  get refused(): string[] {
    return IMPORTANCE.filter((importance) => isTooMuch(this.gauge, importance));
  }
}

describe('nothing is refused', () => {
  it('by a process that is idle, or busy and quick', () => {
    const process = new Process();
    expect(process.refused).toEqual([]);
    process.begin(10);
    process.pass(10, { done: 100 });
    expect(process.refused).toEqual([]);
  });

  it('of a burst that comes to an idle process', () => {
    const process = new Process();
    process.pass(10, { done: 2 });
    process.begin(400);
    expect(process.refused).toEqual([]);
    process.pass(3, { done: 100 });
    expect(process.refused).toEqual([]);
  });

  it('for one turn of the loop that took long', () => {
    const process = new Process();
    process.pass(4);
    process.pass(1, { lateMs: 2000 });
    expect(process.refused).toEqual([]);
  });

  it('while only few are in work, however long they take', () => {
    const process = new Process();
    process.begin(31);
    process.pass(10);
    expect(process.refused).toEqual([]);
  });
});

describe('what would wait too long behind others is refused', () => {
  /** One in a millisecond is done. */
  const busy = (inWork: number): Process => {
    const process = new Process();
    process.begin(inWork);
    process.pass(5, { done: TICK_MS });
    return process;
  };

  it('reading first, then asking, and what moves a session last', () => {
    expect(busy(31).refused).toEqual([]);
    expect(busy(32).refused).toEqual(['reading', 'asking', 'moving']);
    const quick = (inWork: number): string[] => {
      const process = new Process();
      process.begin(inWork);
      process.pass(5, { done: 5 * TICK_MS });
      return process.refused;
    };
    expect([50, 51, 75, 76, 100, 101].map(quick)).toEqual([
      [],
      ['reading'],
      ['reading'],
      ['reading', 'asking'],
      ['reading', 'asking'],
      ['reading', 'asking', 'moving'],
    ]);
  });

  it('also where nothing is done any more', () => {
    const process = new Process();
    process.begin(40);
    process.pass(5);
    expect(process.refused).toEqual(['reading', 'asking', 'moving']);
  });

  it('until the queue is gone', () => {
    const process = busy(200);
    expect(process.refused).not.toEqual([]);
    for (let i = 0; i < 200; i++) process.gauge.end();
    process.pass(1);
    expect(process.refused).toEqual([]);
  });
});

it('a loop that stays late refuses reading first, and what moves a session last', () => {
  const late = (lateMs: number): string[] => {
    const process = new Process();
    process.pass(4, { lateMs });
    return process.refused;
  };
  expect([250, 251, 501, 1001].map(late)).toEqual([
    [],
    ['reading'],
    ['reading', 'asking'],
    ['reading', 'asking', 'moving'],
  ]);
});

it('memory is bounded: beyond 4,096 in work even a burst is refused', () => {
  const process = new Process();
  process.begin(4096);
  expect(process.refused).toEqual(['reading', 'asking', 'moving']);
});
