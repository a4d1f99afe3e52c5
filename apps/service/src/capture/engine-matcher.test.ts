import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disturbed, randomView, templateOf, captureOf } from '../../../../packages/fingerprint/test/finger-captures.ts';
import type { Template } from './matcher.ts';
import { nextStuck } from '../../test/stuck-engine.ts';
import { TestClock } from '../../test/test-clock.ts';
import { EngineMatcher } from './engine-matcher.ts';
import type { CaptureOwner } from './fair-queue.ts';

const fit = (): Template => templateOf(randomView(1));
const SOMEBODY: CaptureOwner = { merchantId: 'm_1', merchantUserRef: 'user-1' };
const STUCK = new URL('../../test/stuck-engine.ts', import.meta.url);
const text = (value: string): Template => new Uint8Array(Buffer.from(value));

const pools: EngineMatcher[] = [];
const pool = (options: ConstructorParameters<typeof EngineMatcher>[0]): EngineMatcher => {
  pools.push(new EngineMatcher(options));
  return pools.at(-1)!;
};
afterAll(() => Promise.all(pools.map((each) => each.close())));

it('without WebAssembly it cannot be warmed, and so the service does not start', async () => {
  const engine = pool({ threads: 1, worker: new URL('../../test/engine-without-webassembly.ts', import.meta.url) });
  await expect(engine.warm()).rejects.toThrow('The fingerprint engine needs WebAssembly');
});

describe('the built-in engine', () => {
  const clock = new TestClock();
  let engine: EngineMatcher;
  beforeAll(() => {
    engine = pool({ threads: 1, clock });
  });

  it('a template that decodes and reaches the bar is fit', async () => {
    expect(await engine.inspect(fit(), SOMEBODY)).toEqual({ fit: true });
  });

  it('quality_too_low below the bar', async () => {
    expect(await engine.inspect(templateOf(randomView(1, { count: 5 })), SOMEBODY)).toEqual({
      fit: false,
      failure: 'quality_too_low',
    });
  });

  it.each([
    ['no record', text('not a record')],
    ['an empty one', new Uint8Array()],
    ['a record cut short', fit().slice(0, -1)],
  ])('template_invalid for %s', async (_, template) => {
    expect(await engine.inspect(template, SOMEBODY)).toEqual({ fit: false, failure: 'template_invalid' });
  });

  it('three captures of one finger are fit, and template_invalid for one capture that is sent as three', async () => {
    const [first, second, third] = [captureOf(12, 0), captureOf(12, 1), captureOf(12, 2)];
    expect(await engine.inspect(templateOf(first, second, third), SOMEBODY)).toEqual({ fit: true });
    const again = disturbed(first, { seed: 3, pixels: 1, steps: 1 });
    for (const views of [
      [first, first, first],
      [first, second, again],
    ])
      expect(await engine.inspect(templateOf(...views), SOMEBODY)).toEqual({ fit: false, failure: 'template_invalid' });
  });

  it('two touches of one finger match', async () => {
    expect(await engine.compare(templateOf(captureOf(12, 1)), templateOf(captureOf(12, 0)), SOMEBODY)).toEqual({
      matched: true,
    });
  });

  it('two fingers do not', async () => {
    expect(await engine.compare(templateOf(captureOf(31, 0)), templateOf(captureOf(12, 0)), SOMEBODY)).toEqual({
      matched: false,
    });
  });

  it('template_invalid when either side does not decode', async () => {
    expect(await engine.compare(text('x'), fit(), SOMEBODY)).toEqual({ failure: 'template_invalid' });
    expect(await engine.compare(fit(), text('x'), SOMEBODY)).toEqual({ failure: 'template_invalid' });
  });

  it('template_invalid for a replay, in any order and with one pixel of noise', async () => {
    const view = captureOf(12, 0);
    for (const probe of [view, disturbed(view, { seed: 1, pixels: 1, steps: 1 })])
      expect(await engine.compare(templateOf(probe), templateOf(view), SOMEBODY)).toEqual({
        failure: 'template_invalid',
        replayed: true,
      });
  });

  it('template_invalid for a probe without ridge maps against an enrollment with them', async () => {
    const { extended: _, ...bare } = captureOf(12, 1);
    expect(await engine.compare(templateOf(bare), templateOf(captureOf(12, 0)), SOMEBODY)).toEqual({
      failure: 'template_invalid',
    });
  });

  it('what the sandbox makes up has no deadline: on a machine that takes a minute for it, it comes after a minute', async () => {
    const made = engine.synthesize({ finger: 12, impression: 0 }, SOMEBODY);
    await new Promise((resolve) => setImmediate(resolve));
    clock.move(60_000);
    expect(await engine.inspect((await made)!, SOMEBODY)).toEqual({ fit: true });
  });

  it('takes the templates over: the caller is left with nothing', async () => {
    const template = fit();
    await engine.inspect(template, SOMEBODY);
    expect(template.buffer.detached || template.every((byte) => byte === 0)).toBe(true);
  });
});

describe('past the deadline', () => {
  it('provider_timeout; the thread is ended, and the next piece of work succeeds', async () => {
    const clock = new TestClock();
    const engine = pool({ threads: 1, queue: 0, deadlineMs: 4000, clock, worker: STUCK });
    const stuck = nextStuck();
    const compared = engine.compare(fit(), fit(), SOMEBODY);
    await stuck;
    clock.move(3999);
    expect(clock.waiting).toBe(1);
    clock.move(1);
    expect(await compared).toEqual({ failure: 'provider_timeout' });
    expect(await engine.inspect(fit(), SOMEBODY)).toEqual({ fit: true });
    expect(clock.waiting).toBe(0);
  });

  it('what waited in the queue meanwhile is provider_timeout too, and is wiped', async () => {
    const clock = new TestClock();
    const engine = pool({ threads: 1, deadlineMs: 1000, clock, worker: STUCK });
    const stuck = nextStuck();
    const busy = engine.compare(fit(), fit(), SOMEBODY);
    const waiting = fit();
    const inspected = engine.inspect(waiting, SOMEBODY);
    await stuck;
    clock.move(1000);
    expect(await Promise.all([busy, inspected])).toEqual([
      { failure: 'provider_timeout' },
      { fit: false, failure: 'provider_timeout' },
    ]);
    expect(waiting.buffer.detached || waiting.every((byte) => byte === 0)).toBe(true);
  });
});

it('what has not begun after four fifths of the deadline is given up, before a thread would have to be ended for it', async () => {
  const clock = new TestClock();
  const engine = pool({ threads: 1, deadlineMs: 1000, clock, worker: STUCK });
  const stuck = nextStuck();
  const busy = engine.compare(fit(), fit(), SOMEBODY);
  const waiting = engine.compare(fit(), fit(), SOMEBODY);
  await stuck;
  clock.move(800);
  expect(await waiting).toEqual({ failure: 'provider_timeout' });
  clock.move(200);
  expect(await busy).toEqual({ failure: 'provider_timeout' });
});

describe('more work than the queue holds', () => {
  it('is shed at once as provider_timeout, and wiped', async () => {
    const engine = pool({ threads: 1, clock: new TestClock(), queue: 2, worker: STUCK });
    expect(await engine.inspect(fit(), SOMEBODY)).toEqual({ fit: true });
    let over = false;
    const held = Promise.all([
      engine.compare(fit(), fit(), SOMEBODY),
      engine.inspect(fit(), SOMEBODY),
      engine.inspect(fit(), SOMEBODY),
    ]).finally(() => (over = true));
    const surplus = fit();
    expect(await engine.inspect(surplus, SOMEBODY)).toEqual({ fit: false, failure: 'provider_timeout' });
    expect(await engine.compare(fit(), fit(), SOMEBODY)).toEqual({ failure: 'provider_timeout' });
    expect([over, surplus.every((byte) => byte === 0)]).toEqual([false, true]);
    await engine.close();
    await held;
  });
});

it('one merchant’s templates may wait as far as memory allows: what is more is shed at once, and another merchant is not', async () => {
  const engine = pool({ threads: 1, clock: new TestClock(), worker: STUCK });
  const stuck = nextStuck();
  const busy = engine.compare(fit(), fit(), SOMEBODY);
  await stuck;
  const large = (): Template => new Uint8Array(3 * 1_048_576);
  const waiting = Array.from({ length: 5 }, () => engine.inspect(large(), SOMEBODY));
  expect(await engine.inspect(large(), SOMEBODY)).toEqual({ fit: false, failure: 'provider_timeout' });
  let shed = false;
  const another = engine.inspect(large(), { ...SOMEBODY, merchantId: 'm_2' }).finally(() => (shed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(shed).toBe(false);
  await engine.close();
  await Promise.all([busy, ...waiting, another]);
});

it('a process that captures nothing starts no thread, and closes', async () => {
  await expect(new EngineMatcher().close()).resolves.toBeUndefined();
});
