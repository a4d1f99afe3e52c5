import { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import { openPostgresStore } from '../postgres.ts';
import { moveOf, walked } from '../test/samples.ts';
import { CHANNEL, Changes } from './changes.ts';
import { connectToPrimary } from './primary.ts';
import { Timeline } from './timeline.ts';

const SESSIONS = 400;

it('a listener whose server no longer gets the notifications of this process does not report that it hears', async () => {
  const [former, present] = [await migratedDatabase(), await migratedDatabase()];
  const clients = [former, present].map(({ url }) => new Client({ connectionString: url }));
  for (const client of clients) await client.connect();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let primary = clients[0]!;
  const notify = (payload: string) => primary.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
  const timeline = new Timeline();
  const changes = await Changes.open({
    readUrl: () => former.url,
    listens: true,
    notify,
    timeline,
    onError: () => {},
  });
  vi.advanceTimersByTime(30_000);
  await primary.query('SELECT 1');
  expect(changes.isHearing).toBe(true);
  primary = clients[1]!;
  vi.advanceTimersByTime(2 * 30_000);
  await expect.poll(() => changes.isHearing).toBe(false);
  vi.useRealTimers();
  await changes.close();
  for (const client of clients) await client.end();
  await Promise.all([former.drop(), present.drop()]);
});

it('a listener that reconnects refuses a primary on an older timeline than the store has used', async () => {
  const database = await migratedDatabase();
  const timeline = new Timeline();
  const errors: unknown[] = [];
  const newer = await connectToPrimary(database.url, {});
  const query: unknown = () => Promise.resolve({ rows: [{ timeline: '000000FF' }] });
  vi.spyOn(newer, 'query').mockImplementation(query as never);
  await timeline.require(newer);
  const changes = await Changes.open({
    readUrl: () => database.url,
    listens: true,
    notify: async () => {},
    timeline,
    onError: (error) => void errors.push(error),
  });
  expect(errors).toMatchObject([{ reason: 'old_timeline' }]);
  await changes.close();
  await newer.end();
  await database.drop();
});

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
  const most = tookMs / (50 - 1) + SESSIONS / 150 + 1;
  expect(payloads.length).toBeLessThanOrEqual(most);
  await listener.end();
  await database.drop();
});
