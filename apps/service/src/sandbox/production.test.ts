import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TestService } from '../../test/running-service.ts';
import { openSqliteStore } from '../storage/sqlite.ts';
import { advanceClock } from './virtual-clock.ts';

const loaded = vi.hoisted(() => vi.fn());
vi.mock('./sandbox-steps.ts', async (original) => {
  loaded();
  return original();
});

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'authly-production-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('production never loads the sandbox', async () => {
  await (await TestService.start({ environment: 'production' })).stop();
  expect(loaded).not.toHaveBeenCalled();
  await (await TestService.start({ environment: 'test' })).stop();
  expect(loaded).toHaveBeenCalled();
});

it('production does not start on a store whose clock was moved', async () => {
  const store = await openSqliteStore({ folder, environment: 'production' });
  await advanceClock(store.settings, 1000);
  await store.close();
  await expect(TestService.start({ environment: 'production', folder })).rejects.toThrow(
    "this store's clock was moved in a sandbox: production cannot use it",
  );
});
