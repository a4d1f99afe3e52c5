import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../storage/sqlite.ts';
import type { Store } from '../storage/port/store.ts';
import { clockOffset } from '../lifecycle/clock-offset.ts';
import { advanceClock, startVirtualClock } from './virtual-clock.ts';

const HOUR_MS = 3_600_000;

describe('the virtual clock of a sandbox', () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authly-clock-'));
    store = await openSqliteStore({ folder, environment: 'test' });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is real time until it is advanced, then ahead of it by the sum of all advances', async () => {
    expect(await clockOffset(store.settings)).toBe(0);
    await advanceClock(store.settings, HOUR_MS);
    expect(await advanceClock(store.settings, HOUR_MS)).toBe(2 * HOUR_MS);
    await using opened = new AsyncDisposableStack();
    const clock = await startVirtualClock(store.settings, () => {}, opened);
    expect(clock.now() - Date.now()).toBeCloseTo(2 * HOUR_MS, -3);
  });

  it('follows an advance that another process made', async () => {
    await using opened = new AsyncDisposableStack();
    const clock = await startVirtualClock(store.settings, () => {}, opened);
    await advanceClock(store.settings, HOUR_MS);
    await expect.poll(() => clock.now() - Date.now()).toBeGreaterThan(HOUR_MS - 1000);
  });

  it('never goes back, even if the setting does', async () => {
    await advanceClock(store.settings, HOUR_MS);
    await using opened = new AsyncDisposableStack();
    const clock = await startVirtualClock(store.settings, () => {}, opened);
    const before = clock.now();
    const seen = vi.spyOn(store.settings, 'get');
    await store.settings.set('clock_offset_ms', '0');
    // The second read starts after the first one was applied.
    await expect.poll(() => seen.mock.calls.length).toBeGreaterThan(1);
    expect(clock.now()).toBeGreaterThanOrEqual(before);
  });
});
