import { Client, DatabaseError } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailableError } from '../port/store.ts';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import { withConnection } from './migrate.ts';
import { connectToPrimary, PrimaryPool } from './primary.ts';
import { Timeline } from './timeline.ts';

type Connected = (error?: Error) => void;

afterEach(() => vi.restoreAllMocks());

/** The timeline of each server. Null: a standby. An error: it does not tell its timeline. */
type Timelines = Record<string, string | null | Error>;

/** The types of the driver name one of its two ways to call a method. */
const replace = (method: 'connect' | 'end' | 'query', by: unknown): unknown =>
  vi.spyOn(Client.prototype, method).mockImplementation(by as never);

/** Connections open with the password `two`. Those with `one` stay in `opening` until the test ends them. */
function fakeServers(timelines: Timelines = {}) {
  const opening: Connected[] = [];
  const connect = function (this: Client, onEnd?: Connected): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const connected = onEnd ?? ((error?: Error): void => (error ? reject(error) : resolve()));
    if (this.password === 'two') connected();
    else opening.push(connected);
    return promise;
  };
  replace('connect', connect);
  replace('query', async function (this: Client, text: string) {
    let timeline = timelines[this.host];
    if (timeline instanceof Error) {
      if (text.includes('pg_walfile_name')) throw timeline;
      timeline = '0';
    }
    return { rows: [{ timeline: timeline === undefined ? '00000001' : timeline }] };
  });
  replace('end', async () => {});
  return opening;
}

it('a search that ends after a password rotation is repeated with the new password', async () => {
  const opening = fakeServers();
  let password = 'one';
  const pool = new PrimaryPool(
    () => `postgres://authly:${password}@one,two/authly`,
    {},
    () => {},
  );
  const endSearch = (): void => opening.splice(0, 2).forEach((connected) => connected());

  const first = pool.connect();
  endSearch();
  await expect.poll(() => opening).toHaveLength(1);
  pool.searchAfter(new StoreUnavailableError('unreachable', 'a connection broke'));
  const [refuse] = opening.splice(0);
  const second = pool.connect();
  password = 'two';
  refuse!(Object.assign(new Error('refused'), { code: '28P01' }));
  await expect.poll(() => opening).toHaveLength(2);
  endSearch();
  for (const { password: used } of (await Promise.all([first, second])) as unknown as Client[])
    expect(used).toBe('two');
});

describe('a primary on an older timeline than the process has used', () => {
  const poolOf = (hosts: string, timeline = new Timeline()): PrimaryPool =>
    new PrimaryPool(
      () => `postgres://authly:two@${hosts}/authly`,
      {},
      () => {},
      timeline,
    );
  const oldTimeline = { name: 'StoreUnavailableError', reason: 'old_timeline' };

  it('is refused to a new connection, until a server on the newer timeline is back', async () => {
    const servers: Timelines = { proxy: '0000000A' };
    fakeServers(servers);
    const pool = poolOf('proxy');
    (await pool.connect()).release(true);
    servers['proxy'] = '00000009';
    await expect(pool.connect()).rejects.toMatchObject(oldTimeline);
    servers['proxy'] = '0000000B';
    (await pool.connect()).release();
  });

  it('is refused to a connection that was opened before the promotion', async () => {
    const servers: Timelines = { proxy: '00000001' };
    fakeServers(servers);
    const pool = poolOf('proxy');
    const before = await pool.connect();
    servers['proxy'] = '00000002';
    (await pool.connect()).release(true);
    before.release();
    servers['proxy'] = '00000001';
    await expect(pool.connect()).rejects.toMatchObject(oldTimeline);
  });

  it('is refused to an open connection that a connection pool leads to it', async () => {
    const servers: Timelines = { pgbouncer: '00000002' };
    fakeServers(servers);
    const timeline = new Timeline();
    const pool = poolOf('pgbouncer', timeline);
    (await pool.connect()).release();
    servers['pgbouncer'] = '00000001';
    timeline.askAgain();
    await expect(pool.connect()).rejects.toMatchObject(oldTimeline);
  });

  it('is not used while another server has the newer timeline, and is named while none has it', async () => {
    const servers: Timelines = { one: null, two: '00000002' };
    fakeServers(servers);
    const pool = poolOf('one,two');
    (await pool.connect()).release();
    servers['one'] = '00000001';
    pool.searchAfter(new StoreUnavailableError('unreachable', 'a connection broke'));
    const { host } = (await pool.connect()) as unknown as Client;
    expect(host).toBe('two');
    servers['two'] = null;
    pool.searchAfter(new StoreUnavailableError('unreachable', 'a connection broke'));
    await expect(pool.connect()).rejects.toMatchObject(oldTimeline);
  });
});

describe('a server that does not tell its timeline', () => {
  const failed = (code: string): Error => Object.assign(new DatabaseError('refused', 7, 'error'), { code });
  const connected = async (error: Error): Promise<Timeline> => {
    fakeServers({ aurora: error });
    const timeline = new Timeline();
    const pool = new PrimaryPool(
      () => 'postgres://authly:two@aurora/authly',
      {},
      () => {},
      timeline,
    );
    (await pool.connect()).release();
    return timeline;
  };

  it.each([
    ['wal_level must be set to logical', '55000'],
    ['an unknown function', '42883'],
    ['a missing privilege', '42501'],
  ])('is used without this check: %s', async (_, code) => {
    expect((await connected(failed(code))).isUnknown).toBe(true);
  });

  it.each([
    ['a server that stops', failed('57P01')],
    ['a broken connection', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
  ])('is not taken for one: %s', async (_, error) => {
    await expect(connected(error)).rejects.toBe(error);
  });
});

it('of several servers, the refusal of one that responds goes before a network error', async () => {
  const refusal = Object.assign(new DatabaseError('unsupported startup parameter: options', 7, 'error'), {
    code: '08P01',
  });
  replace('end', async () => {});
  replace('connect', async function (this: Client) {
    throw this.host === 'one' ? Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) : refusal;
  });
  await expect(connectToPrimary('postgres://a@one,two/b', {})).rejects.toBe(refusal);
});

it('options of the address are used with those of Authly', async () => {
  const database = await migratedDatabase();
  const url = `${database.url}?options=-c%20search_path%3Dpublic`;
  const client = await connectToPrimary(url, { options: '-c enable_seqscan=off' });
  const { rows } = await client.query(
    "SELECT current_setting('search_path') AS path, current_setting('enable_seqscan') AS scan",
  );
  expect(rows).toEqual([{ path: 'public', scan: 'off' }]);
  await client.end();
  expect(await withConnection(url, async (_, isPooled) => isPooled)).toBe(false);
  await database.drop();
});
