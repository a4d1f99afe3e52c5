import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { openStore } from '../storage/open-store.ts';
import type { Store } from '../storage/store.ts';
import { DAY, NOW, sampleClaim, sampleSession } from '../storage/test/samples.ts';
import { startSweeper } from './sweeper.ts';

const A_MINUTE = 60_000;
const REF = 'planted-user-ref';

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
    stop = startSweeper({ store, clock, config: { sessionRetentionDays: 30 }, onError });
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
    const bytes = (): string =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join();
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
    await expect.poll(() => clock.waiting).toBe(2);
    expect(readFileSync(join(folder, 'authly.db-wal'), 'latin1')).toContain(REF);
    looking.exec('COMMIT');
    clock.move(A_MINUTE);
    await expect.poll(() => readFileSync(join(folder, 'authly.db-wal')).length).toBe(0);
    expect(readFileSync(join(folder, 'authly.db'), 'latin1')).not.toContain(REF);
  });
});
