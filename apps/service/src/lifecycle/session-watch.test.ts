import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { openSqliteStore } from '../storage/sqlite.ts';
import type { Store } from '../storage/store.ts';
import { MINUTE, NOW, sampleSession } from '../storage/suite/samples.ts';
import { SessionWatch } from './session-watch.ts';

describe('waiting for a session', () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authly-watch-'));
    store = await openSqliteStore({ folder, environment: 'test' });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a session whose time runs out while it is read is shown as expired, also when the wait ends with it', async () => {
    const clock = new TestClock(NOW);
    const session = sampleSession({ expiresAt: NOW + MINUTE });
    await store.sessions.create(session);
    let isFirst = true;
    const sessions: Store['sessions'] = {
      ...store.sessions,
      async find(id) {
        const found = await store.sessions.find(id);
        if (isFirst) clock.move(MINUTE);
        isFirst = false;
        return found;
      },
    };
    const watch = new SessionWatch({ sessions, clock });
    expect(await watch.changed(session, 25_000, new AbortController().signal)).toMatchObject({
      status: 'expired',
      failureCode: 'session_expired',
    });
    watch.drain();
  });
});
