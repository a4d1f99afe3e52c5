import { expect, it } from 'vitest';
import { forkServers } from '../../../../../test/forked-servers.ts';
import { openPostgresStore } from '../postgres.ts';
import { sampleClaim, sampleSession } from '../test/samples.ts';

it('a former primary that takes over without the last writes is refused by every call, and accepted after a restart', async () => {
  await using servers = await forkServers();
  const open = () => openPostgresStore({ url: servers.url, environment: 'test' });
  await using stores = new AsyncDisposableStack();
  const store = stores.adopt(await open(), (each) => each.close());
  const acknowledged = sampleSession();
  await store.sessions.create(acknowledged);
  await servers.goBack();
  for (const call of [
    () => store.check(),
    () => store.sessions.find(acknowledged.id),
    () => store.sessions.create(sampleSession(), sampleClaim()),
    () => store.rateWindows.take([{ key: 'k', limit: 1 }], 1, 1),
    () => store.sessions.erase(1, 1),
  ])
    await expect(call()).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      reason: 'old_timeline',
      message: expect.stringContaining('went back to timeline 1 from 2') as string,
    });
  const restarted = stores.adopt(await open(), (each) => each.close());
  await restarted.check();
  expect(await restarted.sessions.find(acknowledged.id)).toBeUndefined();
  await restarted.sessions.create(sampleSession());
});
