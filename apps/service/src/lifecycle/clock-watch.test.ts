import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { systemClock } from '../runtime/clock.ts';
import { openStore } from '../storage/open-store.ts';
import type { RunningProcess } from '../storage/port/store.ts';
import { watchClock } from './clock-watch.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** The time between two comparisons. */
const ROUND = 10 * SECOND;

let ends = new AsyncDisposableStack();
afterEach(async () => {
  await ends.disposeAsync();
  ends = new AsyncDisposableStack();
  vi.restoreAllMocks();
});

/** `machine` is the clock of this machine. The database server's shows the right time, plus `database.aheadMs`. */
async function watched(hasOwnClock: boolean, { aheadMs = 0, quietMs = 0, answers = async () => {} } = {}) {
  const machine = new TestClock(Date.UTC(2026, 0, 15));
  const database = { aheadMs: 0 };
  const right = machine.now();
  machine.set(aheadMs);
  for (const part of ['now', 'elapsed', 'after'] as const)
    vi.spyOn(systemClock, part).mockImplementation(machine[part].bind(machine));
  const folder = mkdtempSync(join(tmpdir(), 'authly-clock-'));
  ends.defer(() => rmSync(folder, { recursive: true }));
  const base = ends.adopt(await openStore({ dataDir: folder, environment: 'test' }), (store) => store.close());
  const entry = { actor: 'service', action: 'keys.first', subject: 'key_1', detail: {} };
  const act = (): Promise<void> => base.audit.write({ ...entry, at: machine.now() });
  await base.audit.write({ ...entry, at: machine.now() - quietMs });
  const uptime = { sleptMs: 0 };
  const now = async (): Promise<number> => {
    await answers();
    return right + machine.elapsed() + database.aheadMs;
  };
  const errors: string[] = [];
  const onClockOffset = vi.fn();
  const watch = await watchClock(
    {
      store: { ...base, hasOwnClock, now },
      clock: machine,
      uptimeMs: () => machine.elapsed() + uptime.sleptMs,
      version: '1.0.0',
      certificate: { life: undefined },
      onClockOffset,
      onError: (error) => errors.push((error as Error).message),
    },
    ends,
  );
  const report = (other: Partial<RunningProcess>): Promise<void> => {
    const process = {
      id: 'other',
      host: 'other',
      pid: 1,
      version: '1.0.0',
      startedAt: right,
      certificateUntil: null,
      certificateLateAt: null,
    };
    return base.processes.report({ ...process, clockAheadMs: 0, seenAt: right + machine.elapsed(), ...other });
  };
  const round = async (): Promise<string | undefined> => {
    machine.move(ROUND);
    await expect.poll(() => machine.waiting, { interval: 1 }).toBe(1);
    return watch.fault()?.message;
  };
  return { watch, machine, database, errors, onClockOffset, report, round, act, uptime, processes: base.processes };
}

describe('with a database server', () => {
  it.each([5.001, -5.001, 900])(
    'a clock that is %d s off at the start is a fault, before the first call',
    async (s) => {
      const { watch, errors, onClockOffset } = await watched(true, { aheadMs: s * SECOND });
      const direction = s > 0 ? 'ahead of' : 'behind';
      expect(() => watch.require()).toThrow(`${Math.abs(s).toFixed(1)} s ${direction} the database server's`);
      expect([watch.isRightToErase(), errors.length, onClockOffset.mock.lastCall]).toEqual([
        false,
        1,
        [Math.abs(s * SECOND)],
      ]);
    },
  );

  it.each([5, -5, 0])('a clock that is %d s off is none', async (s) => {
    const { watch, errors } = await watched(true, { aheadMs: s * SECOND });
    expect([watch.fault(), watch.isRightToErase(), errors]).toEqual([undefined, true, []]);
  });

  it('a clock that is set is seen at once, and so is its correction', async () => {
    const { watch, machine } = await watched(true);
    machine.set(HOUR);
    expect([watch.fault()?.message, watch.isRightToErase()]).toEqual([expect.stringContaining('3600.0 s'), false]);
    machine.set(-HOUR);
    expect([watch.fault(), watch.isRightToErase()]).toEqual([undefined, true]);
  });

  it('a clock that was never compared is a fault, until the database answers', async () => {
    let isDown = true;
    const answers = async (): Promise<void> => {
      if (isDown) throw new Error('down');
    };
    const { watch, round } = await watched(true, { answers });
    expect([watch.fault()?.message, watch.isRightToErase()]).toEqual([expect.stringContaining('not compared'), false]);
    isDown = false;
    expect(await round()).toBe(undefined);
  });

  it('a slow answer of the database is no fault', async () => {
    let slow = (): void => {};
    const { machine, round } = await watched(true, { answers: async () => slow() });
    slow = () => machine.move(30 * SECOND);
    expect(await round()).toBe(undefined);
  });

  it('one of two processes with a wrong clock is a fault, and says so once', async () => {
    const { errors, report, round } = await watched(true, { aheadMs: 900 * SECOND });
    for (let i = 0; i < 3; i++) {
      await report({});
      expect(await round()).toContain('900.0 s ahead');
    }
    expect(errors).toHaveLength(1);
  });

  it('if most processes differ alike, the clock of the database is wrong: they stay', async () => {
    const { database, errors, report, round, watch } = await watched(true);
    database.aheadMs = 900 * SECOND;
    const seen = (): Partial<RunningProcess> => ({ seenAt: Date.UTC(2026, 0, 15, 0, 30) });
    await report({ ...seen(), clockAheadMs: -897 * SECOND });
    expect(await round()).toBe(undefined);
    expect([errors, watch.isRightToErase()]).toEqual([
      [expect.stringContaining("correct the database server's")],
      false,
    ]);
    await report({ ...seen(), id: 'third' });
    expect(await round()).toBe(undefined);
    await report({ ...seen(), id: 'fourth' });
    expect(await round()).toContain('900.0 s behind');
  });

  it('processes that differ otherwise, or are gone, prove nothing', async () => {
    const { report, round } = await watched(true, { aheadMs: 900 * SECOND });
    await report({ clockAheadMs: -900 * SECOND });
    await report({ id: 'gone', clockAheadMs: 900 * SECOND, seenAt: Date.UTC(2026, 0, 14) });
    expect(await round()).toContain('900.0 s ahead');
  });

  it('a running process is listed, with times by the clock of the database', async () => {
    const { processes } = await watched(true, { aheadMs: 900 * SECOND });
    const startedAt = Date.UTC(2026, 0, 15);
    const seen = { startedAt, seenAt: startedAt, clockAheadMs: 900 * SECOND };
    expect(await processes.list(0)).toMatchObject([{ version: '1.0.0', pid: process.pid, ...seen }]);
  });
});

describe('on SQLite', () => {
  it('erases nothing while the time of day has run an hour ahead of the time that passed', async () => {
    const { watch, machine, round, errors, onClockOffset } = await watched(false);
    machine.set(HOUR + 1);
    expect([await round(), watch.isRightToErase(), errors.length]).toEqual([undefined, false, 1]);
    expect(onClockOffset.mock.lastCall).toEqual([0]);
    machine.set(-HOUR);
    expect(watch.isRightToErase()).toBe(true);
  });

  it('goes on erasing after the machine has slept', async () => {
    const { watch, machine, uptime, round } = await watched(false);
    machine.set(9 * HOUR);
    uptime.sleptMs = 9 * HOUR;
    expect([await round(), watch.isRightToErase()]).toEqual([undefined, true]);
  });

  it('erases nothing after a start more than 7 days past the newest session and audit entry, until the clock is corrected', async () => {
    const { watch, machine, errors, onClockOffset } = await watched(false, { quietMs: 7 * DAY + 1 });
    expect([watch.fault(), watch.isRightToErase(), onClockOffset.mock.lastCall]).toEqual([undefined, false, [0]]);
    expect(errors).toEqual([expect.stringContaining('the newest is more than 7 days old')]);
    machine.set(-DAY);
    expect(watch.isRightToErase()).toBe(true);
  });

  it('erases again after a quiet week with the next session or operator action, without another start', async () => {
    const { watch, round, act } = await watched(false, { quietMs: 30 * DAY });
    expect([await round(), watch.isRightToErase()]).toEqual([undefined, false]);
    await act();
    expect([await round(), watch.isRightToErase()]).toEqual([undefined, true]);
  });
});
