import type { View } from '@authly/fingerprint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disturbed, randomView, templateOf, captureOf } from '../../../../packages/fingerprint/test/finger-captures.ts';
import type { Template } from './matcher.ts';
import { nextStuck } from '../../test/stuck-engine.ts';
import { TestClock } from '../../test/test-clock.ts';
import { EngineMatcher } from './engine-matcher.ts';
import { engineThreads, startEngineThreads, THREAD_EXPORT } from './engine-threads.ts';

const fit = (): Template => templateOf(randomView(1));
const SHOP = 'm_1';
const STUCK = new URL('../../test/stuck-engine.ts', import.meta.url);
const text = (value: string): Template => new Uint8Array(Buffer.from(value));

const FIT = { fit: true };
const INVALID = { failure: 'template_invalid' };
const LATE = { failure: 'provider_timeout' };
/** As another maker's record: without a ridge map. */
const bare = ({ extended: _map, ...view }: View): View => view;
/** Half of one finger and half of another: it looks like both. */
const bridge = (one: View, other: View): View => ({
  ...one,
  minutiae: [one, other].flatMap(({ minutiae }) => minutiae.toSorted((a, b) => b.quality - a.quality).slice(0, 32)),
});

const pools: EngineMatcher[] = [];
type EngineOptions = NonNullable<ConstructorParameters<typeof EngineMatcher>[0]>;
/** Each pool has one thread. */
const pool = ({ worker, ...options }: Omit<EngineOptions, 'threads'> & { worker?: URL }): EngineMatcher => {
  pools.push(
    new EngineMatcher({ ...options, threads: engineThreads({ kept: 1, most: 1, ...(worker && { worker }) }) }),
  );
  return pools.at(-1)!;
};
afterAll(() => Promise.all(pools.map((each) => each.close())));

it('without WebAssembly the engine cannot warm up, so the service does not start', async () => {
  const engine = pool({ worker: new URL('../../test/engine-without-webassembly.ts', import.meta.url) });
  await expect(engine.warm()).rejects.toThrow('The fingerprint engine needs WebAssembly');
});

it.each(['./engine-worker.ts', '../sandbox/synthesis-worker.ts'])(
  'a thread that stops while it loads %s does not abort the process, because the module has no default export',
  async (module) => expect(Object.keys(await import(module))).toEqual([THREAD_EXPORT]),
);

describe('the built-in engine', () => {
  const clock = new TestClock();
  let engine: EngineMatcher;
  beforeAll(() => {
    engine = pool({ clock });
  });

  it('quality_too_low for a template without enough quality', async () => {
    const poor = templateOf(randomView(1, { count: 5 }));
    expect(await engine.inspect(poor, SHOP)).toEqual({ failure: 'quality_too_low' });
  });

  it.each([
    ['no record', text('not a record')],
    ['an empty one', new Uint8Array()],
    ['a record cut short', fit().slice(0, -1)],
  ])('template_invalid for %s', async (_, template) => {
    expect(await engine.inspect(template, SHOP)).toEqual(INVALID);
  });

  it('accepts three captures of one finger; template_invalid for one capture sent three times', async () => {
    const [first, second, third] = [captureOf(12, 0), captureOf(12, 1), captureOf(12, 2)];
    expect(await engine.inspect(templateOf(first, second, third), SHOP)).toEqual(FIT);
    const again = disturbed(first, { seed: 3, pixels: 1, steps: 1 });
    for (const views of [
      [first, first, first],
      [first, second, again],
    ])
      expect(await engine.inspect(templateOf(...views), SHOP)).toEqual(INVALID);
  });

  it.each([
    ['one view of another finger', [captureOf(12, 0), captureOf(12, 1), captureOf(12, 2), captureOf(31, 0)]],
    ['two views of another finger', [captureOf(12, 0), captureOf(31, 0), captureOf(12, 1), captureOf(31, 1)]],
  ])('template_invalid for an enrollment with %s', async (_, views) => {
    expect(await engine.inspect(templateOf(...views), SHOP)).toEqual(INVALID);
  });

  it('template_invalid for a probe of two fingers, one of which is enrolled; two captures of one match', async () => {
    const enrolled = (): Template => templateOf(captureOf(12, 0));
    const [own, again, other] = [captureOf(12, 1), captureOf(12, 2), captureOf(31, 0)];
    for (const views of [
      [own, other],
      [own, again, other],
    ])
      expect(await engine.compare(templateOf(...views), enrolled(), SHOP)).toEqual(INVALID);
    expect(await engine.compare(templateOf(own, again), enrolled(), SHOP)).toEqual({ matched: true });
  });

  it('template_invalid for fingers that a made-up view links: two people, three people, and a probe of two', async () => {
    const [one, two, three] = [12, 31, 3].map((finger) =>
      [0, 1].map((impression) => bare(captureOf(finger, impression))),
    );
    const [a, b, c] = [one![0]!, two![0]!, three![0]!];
    const enrolled = [a, one![1]!];
    for (const views of [
      [a, bridge(a, b), b],
      [a, bridge(a, b), b, bridge(b, c), c],
    ])
      expect(await engine.inspect(templateOf(...views), SHOP)).toEqual(INVALID);
    expect(await engine.inspect(templateOf(...enrolled), SHOP)).toEqual(FIT);
    const probe = [two![1]!, bridge(b, a), bare(captureOf(12, 2))];
    expect(await engine.compare(templateOf(...probe), templateOf(...enrolled), SHOP)).toEqual(INVALID);
  });

  it.each([
    ['two captures of one finger match', 12, true],
    ['two fingers do not match', 31, false],
  ])('%s', async (_, finger, matched) => {
    const [probe, enrolled] = [templateOf(captureOf(finger, 1)), templateOf(captureOf(12, 0))];
    expect(await engine.compare(probe, enrolled, SHOP)).toEqual({ matched });
  });

  it('template_invalid for a replay, in any order and with one pixel of noise', async () => {
    const view = captureOf(12, 0);
    for (const probe of [view, disturbed(view, { seed: 1, pixels: 1, steps: 1 })])
      expect(await engine.compare(templateOf(probe), templateOf(view), SHOP)).toEqual(INVALID);
  });

  it('template_invalid for a probe without ridge maps against an enrollment with them', async () => {
    expect(await engine.compare(templateOf(bare(captureOf(12, 1))), templateOf(captureOf(12, 0)), SHOP)).toEqual(
      INVALID,
    );
  });

  it('leaves the caller no readable template', async () => {
    const template = fit();
    await engine.inspect(template, SHOP);
    expect(template.buffer.detached || template.every((byte) => byte === 0)).toBe(true);
  });
});

describe('past the deadline', () => {
  it('provider_timeout; the thread is replaced, and the next task succeeds', async () => {
    const clock = new TestClock();
    const engine = pool({ deadlineMs: 4000, clock, worker: STUCK });
    const stuck = nextStuck();
    const compared = engine.compare(fit(), fit(), SHOP);
    await stuck;
    clock.move(3999);
    expect(clock.waiting).toBe(1);
    clock.move(1);
    expect(await compared).toEqual(LATE);
    expect(await engine.inspect(fit(), SHOP)).toEqual(FIT);
    expect(clock.waiting).toBe(0);
  });

  it('tasks in the queue end as provider_timeout and are wiped', async () => {
    const clock = new TestClock();
    const engine = pool({ deadlineMs: 1000, clock, worker: STUCK });
    const stuck = nextStuck();
    const busy = engine.compare(fit(), fit(), SHOP);
    const waiting = fit();
    const inspected = engine.inspect(waiting, SHOP);
    await stuck;
    clock.move(1000);
    expect(await Promise.all([busy, inspected])).toEqual([LATE, LATE]);
    expect(waiting.buffer.detached || waiting.every((byte) => byte === 0)).toBe(true);
  });
});

describe('more tasks than the queue holds', () => {
  it('are shed at once as provider_timeout, and wiped', async () => {
    const engine = pool({ clock: new TestClock(), queue: { all: 3, merchant: 3 }, worker: STUCK });
    expect(await engine.inspect(fit(), SHOP)).toEqual(FIT);
    let over = false;
    const held = Promise.all([
      engine.compare(fit(), fit(), SHOP),
      engine.inspect(fit(), SHOP),
      engine.inspect(fit(), SHOP),
    ]).finally(() => (over = true));
    const surplus = fit();
    expect(await engine.inspect(surplus, 'm_2')).toEqual(LATE);
    expect(await engine.compare(fit(), fit(), 'm_2')).toEqual(LATE);
    expect([over, surplus.every((byte) => byte === 0)]).toEqual([false, true]);
    await engine.close();
    await held;
  });

  it('of one merchant are shed, and another merchant keeps its share', async () => {
    const engine = pool({ clock: new TestClock(), queue: { all: 4, merchant: 2 }, worker: STUCK });
    const stuck = nextStuck();
    const held = [engine.compare(fit(), fit(), SHOP), engine.inspect(fit(), SHOP)];
    await stuck;
    expect(await engine.inspect(fit(), SHOP)).toEqual(LATE);
    let isShed = false;
    const another = engine.inspect(fit(), 'm_2').finally(() => (isShed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isShed).toBe(false);
    await engine.close();
    await Promise.all([...held, another]);
  });
});

it.each([
  [0, 2],
  [1, 2],
  [3, 3],
])('a process with AUTHLY_ENGINE_THREADS=%i uses at most %i threads', async (setting, maxThreads) => {
  const threads = startEngineThreads({ engineThreads: setting });
  expect(threads.options).toMatchObject({ minThreads: 2, maxThreads });
  await threads.destroy();
});

it('a process without captures starts no thread, and closes', async () => {
  await expect(new EngineMatcher().close()).resolves.toBeUndefined();
});
