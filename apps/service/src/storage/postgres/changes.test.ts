import { Client } from 'pg';
import { expect, it } from 'vitest';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import { openPostgresStore } from '../postgres.ts';
import { moveOf, walked } from '../test/samples.ts';
import { CHANNEL, IDS_PER_NOTIFICATION, SEND_EVERY_MS } from './changes.ts';

const SESSIONS = 400;

it('many changes at once are sent in few notifications, and those before a close are not lost', async () => {
  const database = await migratedDatabase();
  const store = await openPostgresStore({ url: database.url, environment: 'test' });
  const listener = new Client({ connectionString: database.url });
  await listener.connect();
  const payloads: string[] = [];
  listener.on('notification', ({ payload = '' }) => void payloads.push(payload));
  await listener.query(`LISTEN ${CHANNEL}`);

  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => walked(store, [])));
  const began = performance.now();
  await Promise.all(sessions.map((session) => store.sessions.move(moveOf(session, { event: 'open' }))));
  await store.close();
  const tookMs = performance.now() - began;

  const heard = (): string[] => payloads.flatMap((payload) => payload.slice(payload.indexOf(':') + 1).split(','));
  await expect.poll(heard).toHaveLength(SESSIONS);
  expect(new Set(heard())).toEqual(new Set(sessions.map(({ id }) => id)));
  // One at a time, and one more for each full one and for the close. A timer may fire a millisecond early.
  const most = tookMs / (SEND_EVERY_MS - 1) + SESSIONS / IDS_PER_NOTIFICATION + 1;
  expect(payloads.length).toBeLessThanOrEqual(most);
  await listener.end();
  await database.drop();
});
