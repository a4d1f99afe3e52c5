import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import type { ClockWatch } from '../runtime/clock.ts';
import { openStore } from '../storage/open-store.ts';
import type { Store } from '../storage/port/store.ts';
import { DAY, NOW, sampleClaim, sampleKey, sampleSession } from '../storage/test/samples.ts';
import { startSweeper } from './sweeper.ts';

const A_MINUTE = 60_000;
const REF = 'planted-user-ref';
const RIGHT: ClockWatch = { fault: () => undefined, require: () => {}, isRightToErase: () => true };

/** The storage suite tests what both stores erase. SQLite works synchronously and keeps its own files. */
describe('retention on SQLite', () => {
  let folder: string;
  let store: Store;
  let clock: TestClock;
  let looking: DatabaseSync;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authly-sweeper-'));
    store = await openStore({ dataDir: folder, environment: 'test' });
    looking = new DatabaseSync(join(folder, 'authly.db'));
    clock = new TestClock(NOW + 31 * DAY);
    const onError = (error: unknown): void => expect.unreachable(String(error));
    const measured = {
      watch: RIGHT,
      onRetentionLag: vi.fn(),
      onBackup: vi.fn(),
      onPartitionsMissing: vi.fn(),
    };
    stop = await startSweeper({ store, clock, sessionRetentionDays: 30, ...measured, onError });
  });
  afterEach(async () => {
    await stop();
    looking.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const fill = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        store.sessions.create(
          sampleSession({
            createdAt: NOW + i,
            merchantUserRef: `${REF}-${i}`,
            // Some rows are longer than a page of the database.
            metadata: { note: `planted-metadata-${'x'.repeat(i % 40 === 0 ? 6000 : i % 300)}-planted-end` },
            returnUrl: `https://shop.example/planted-return-${i}`,
          }),
          sampleClaim({ key: `planted-key-${i}` }),
        ),
      ),
    );
  const bytes = (): string =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join();
  const left = (): number => looking.prepare('SELECT count(*) AS n FROM sessions').get()!['n'] as number;

  it('lets other work run between batches', async () => {
    await fill(500);
    clock.move(A_MINUTE);
    let before = left();
    let most = 0;
    while (before > 0) {
      await setImmediate();
      const now = left();
      most = Math.max(most, before - now);
      before = now;
    }
    expect(most).toBeLessThanOrEqual(100);
  });

  it('ends between two batches when it is stopped', async () => {
    await fill(500);
    clock.move(A_MINUTE);
    await stop();
    expect(left()).toBeGreaterThan(0);
  });

  it('leaves no erased byte in the database files', async () => {
    await fill(300);
    const kept = sampleSession({ createdAt: clock.now(), merchantUserRef: 'somebody-else' });
    await store.sessions.create(kept);
    expect(bytes()).toContain('planted');
    clock.move(A_MINUTE);
    await expect.poll(left).toBe(1);
    await expect.poll(() => bytes().match(/planted[\w-]*/g) ?? []).toEqual([]);
    expect(bytes()).toContain('somebody-else');
  });

  it('overwrites in the next round the rows that it erased during a read', async () => {
    await fill(3);
    looking.exec('BEGIN');
    expect(left()).toBe(3);
    clock.move(A_MINUTE);
    await expect.poll(async () => (await store.sessions.list({ limit: 1 })).length).toBe(0);
    // The round has ended when the next one is planned.
    await expect.poll(() => clock.waiting).toBe(3);
    expect(readFileSync(join(folder, 'authly.db-wal'), 'latin1')).toContain(REF);
    looking.exec('COMMIT');
    clock.move(A_MINUTE);
    await expect.poll(() => readFileSync(join(folder, 'authly.db-wal')).length).toBe(0);
    expect(readFileSync(join(folder, 'authly.db'), 'latin1')).not.toContain(REF);
  });

  it('the bytes of a key that was destroyed during a read leave the files in the next round', async () => {
    const key = sampleKey({ sealed: Buffer.from('planted-key') });
    await store.keys.add(key, undefined);
    clock.move(A_MINUTE);
    await expect.poll(() => readFileSync(join(folder, 'authly.db-wal')).length).toBe(0);
    await expect.poll(() => clock.waiting).toBe(3);
    looking.exec('BEGIN');
    looking.prepare('SELECT count(*) FROM keys').get();
    await store.keys.remove(key.id, NOW);
    expect(await store.forgetErased()).toBe(false);
    expect(bytes()).toContain('planted-key');
    looking.exec('COMMIT');
    clock.move(A_MINUTE);
    await expect.poll(bytes).not.toContain('planted-key');
  });
});

describe('retention', () => {
  const folders: string[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const close of closing.splice(0)) await close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  /** One session is due for erasure. `round` resolves at the end of a round, with the number of sessions. */
  async function started(change: (store: Store) => Partial<Store> = () => ({}), isRightToErase = () => true) {
    const folder = mkdtempSync(join(tmpdir(), 'authly-retention-'));
    folders.push(folder);
    const base = await openStore({ dataDir: folder, environment: 'test' });
    await base.sessions.create(sampleSession({ createdAt: NOW }));
    const clock = new TestClock(NOW + 31 * DAY);
    const onPartitionsMissing = vi.fn();
    const measured = {
      watch: { ...RIGHT, isRightToErase },
      onPartitionsMissing,
      onRetentionLag: vi.fn(),
      onBackup: vi.fn(),
    };
    const errors: string[] = [];
    const onError = (error: unknown): void => void errors.push(String(error));
    const store = { ...base, ...change(base) };
    const stop = await startSweeper({ store, clock, sessionRetentionDays: 30, ...measured, onError });
    closing.push(stop, () => base.close());
    const round = async (): Promise<number> => {
      clock.move(A_MINUTE);
      await expect.poll(() => clock.waiting, { interval: 1 }).toBe(3);
      return (await base.sessions.list({ limit: 9 })).length;
    };
    return { round, errors, onPartitionsMissing, store };
  }

  it('keeps a session for all of its days, and the list of processes where the clock of a sandbox was moved', async () => {
    const seen = {
      id: 'p_1',
      host: 'h',
      pid: 1,
      version: '1',
      clockAheadMs: 0,
      certificateUntil: null,
      certificateLateAt: null,
    };
    // Processes report by the clock of the database server, which no sandbox moves.
    const { round, store } = await started(() => ({ now: async () => NOW }));
    await store.sessions.create(sampleSession({ createdAt: NOW + DAY + A_MINUTE }));
    await store.processes.report({ ...seen, startedAt: NOW, seenAt: NOW });
    expect(await round()).toBe(1);
    expect(await store.processes.list(0)).toHaveLength(1);
  });

  it('each kind of record is kept until the end of its time', async () => {
    const none = () => vi.fn(async () => 0);
    const made = {
      sessions: none(),
      claims: none(),
      attempts: none(),
      console: none(),
      counts: none(),
      failed: none(),
    };
    const [windows, processes, audit] = [vi.fn(async () => {}), vi.fn(async () => 0), none()];
    const { round } = await started((base) => ({
      sessions: { ...base.sessions, erase: made.sessions, eraseClaims: made.claims },
      attempts: { ...base.attempts, erase: made.attempts },
      console: { ...base.console, erase: made.console },
      counts: { ...base.counts, erase: made.counts },
      failedRequests: { ...base.failedRequests, erase: made.failed },
      processes: { ...base.processes, erase: processes },
      audit: { ...base.audit, close: audit },
      rateWindows: { ...base.rateWindows, sweep: windows },
      now: async () => NOW,
    }));
    await round();
    const now = NOW + 31 * DAY + A_MINUTE;
    const midnight = (at: number): number => at - (at % DAY);
    const first = (spy: { mock: { calls: unknown[][] } }): unknown => spy.mock.calls[0]![0];
    expect(first(made.sessions)).toBe(midnight(now - 30 * DAY));
    expect(first(made.claims)).toBe(now - DAY);
    expect(first(made.attempts)).toBe(now - DAY / 24);
    expect(first(made.console)).toEqual({ linksOver: now, began: now - DAY, used: now - DAY });
    expect(first(made.counts)).toEqual({ minutes: now - DAY / 8, hours: now - 61 * DAY });
    expect(first(made.failed)).toBe(now - 7 * DAY);
    expect(first(processes)).toBe(NOW - DAY);
    expect(first(windows)).toBe(now - 60_000);
    expect(first(audit)).toBe(midnight(now - 730 * DAY));
  });

  it('erases nothing while the clock is not right', async () => {
    let isRight = false;
    const { round } = await started(undefined, () => isRight);
    expect([await round(), await round()]).toEqual([1, 1]);
    isRight = true;
    expect(await round()).toBe(0);
  });

  it('reports the days without a partition at the start and then when they change', async () => {
    let missing = ['20260304 (busy)', '20260305 (busy)'];
    const { round, errors, onPartitionsMissing } = await started(({ sessions }) => ({
      sessions: { ...sessions, prepare: async () => missing },
    }));
    await round();
    expect(errors).toEqual([expect.stringContaining('default partition: 20260304 (busy); 20260305 (busy)')]);
    missing = [];
    await round();
    expect(onPartitionsMissing.mock.calls.flat()).toEqual([2, 2, 0]);
    expect(errors).toHaveLength(1);
  });

  it('does its other steps when one fails', async () => {
    const { round, errors } = await started(({ rateWindows, sessions }) => ({
      rateWindows: { ...rateWindows, sweep: () => Promise.reject(new Error('a deadlock')) },
      sessions: { ...sessions, eraseClaims: () => Promise.reject(new Error('too slow')) },
    }));
    expect(await round()).toBe(0);
    expect(errors).toEqual(['Error: a deadlock', 'Error: too slow']);
  });
});
