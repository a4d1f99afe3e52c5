import { Client } from 'pg';
import { expect, it } from 'vitest';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import { openPostgresStore } from '../postgres.ts';
import { moveOf, walked } from '../test/samples.ts';
import { CHANNEL } from './changes.ts';

it('many changes at once are sent in few notifications, and those before a close are not lost', async () => {
  const database = await migratedDatabase();
  const store = await openPostgresStore({ url: database.url, environment: 'test' });
  const listener = new Client({ connectionString: database.url });
  await listener.connect();
  const payloads: string[] = [];
  listener.on('notification', ({ payload = '' }) => void payloads.push(payload));
  await listener.query(`LISTEN ${CHANNEL}`);

  const sessions = await Promise.all(Array.from({ length: 400 }, () => walked(store, [])));
  await Promise.all(sessions.map((session) => store.sessions.move(moveOf(session, { event: 'open' }))));
  await store.close();

  const heard = (): string[] => payloads.flatMap((payload) => payload.slice(payload.indexOf(':') + 1).split(','));
  await expect.poll(heard).toHaveLength(400);
  expect(new Set(heard())).toEqual(new Set(sessions.map(({ id }) => id)));
  expect(payloads.length).toBeLessThan(40);
  await listener.end();
  await database.drop();
});
