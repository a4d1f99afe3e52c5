import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ErasableEnrollments } from '../index.ts';
import { openSqlite, sqliteEnrollments } from './sqlite.ts';
import { sampleWrite } from '../../test/sample-write.ts';

let folder: string;
let db: DatabaseSync;
let reader: DatabaseSync;
let store: ErasableEnrollments;
const opened: DatabaseSync[] = [];

const open = (): DatabaseSync => {
  const one = openSqlite(join(folder, 'bio.db'));
  opened.push(one);
  return one;
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  folder = mkdtempSync(join(tmpdir(), 'authly-merchant-'));
  [db, reader] = [open(), open()];
  db.exec('PRAGMA busy_timeout = 40000');
  store = sqliteEnrollments(db);
  await store.write(sampleWrite('k1', 'planted', { merchantUserRef: 'leaver' }));
});
afterEach(() => {
  for (const one of opened.splice(0)) if (one.isOpen) one.close();
  rmSync(folder, { recursive: true });
  vi.useRealTimers();
});

const isOnDisk = (): boolean =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name), 'latin1').includes('key of planted'));

function beginReading(): void {
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM authly_enrollments').get();
}

async function eraseWhileSomebodyReads(): Promise<void> {
  beginReading();
  const begun = performance.now();
  expect(await store.erase('leaver')).toBe(1);
  // Waiting for the reader would block this process for its busy timeout.
  expect(performance.now() - begun).toBeLessThan(30_000);
  expect(await store.find({ merchantUserRef: 'leaver', type: 'fingerprint', payloadKey: 'RI' })).toBeUndefined();
  expect(isOnDisk()).toBe(true);
}

test('erase does not wait for open reads; the bytes are removed after the last read, without another call', async () => {
  await eraseWhileSomebodyReads();
  vi.advanceTimersByTime(60_000);
  expect(isOnDisk()).toBe(true);
  reader.exec('COMMIT');
  vi.advanceTimersByTime(1000);
  expect(isOnDisk()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['write', () => store.write(sampleWrite('k2', 'kept', { merchantUserRef: 'stayer' }))],
  ['erase', () => store.erase('nobody')],
])('the next %s makes up for it', async (_, call) => {
  await eraseWhileSomebodyReads();
  reader.exec('COMMIT');
  await call();
  expect(isOnDisk()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('the next start removes the bytes if the process ended too early', async () => {
  await eraseWhileSomebodyReads();
  vi.clearAllTimers();
  reader.exec('COMMIT');
  sqliteEnrollments(open());
  expect(isOnDisk()).toBe(false);
});
