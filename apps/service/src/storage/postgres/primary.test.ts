import { Client } from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { StoreUnavailableError } from '../store.ts';
import { PrimaryPool } from './primary.ts';

type Connected = (error?: Error) => void;

afterEach(() => vi.restoreAllMocks());

/** Connections open with the password `two`. Those with `one` stay in `opening` until the test ends them. */
function fakeServers() {
  const opening: Connected[] = [];
  const connect = function (this: Client, onEnd?: Connected): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const connected = onEnd ?? ((error?: Error): void => (error ? reject(error) : resolve()));
    if (this.password === 'two') connected();
    else opening.push(connected);
    return promise;
  };
  // The types of the driver name one of its two ways to call a method.
  const replace = (method: 'connect' | 'end' | 'query', by: unknown): unknown =>
    vi.spyOn(Client.prototype, method).mockImplementation(by as never);
  replace('connect', connect);
  replace('query', async () => ({ rows: [{ is_standby: false }] }));
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
  await vi.waitFor(() => expect(opening).toHaveLength(1));
  pool.searchAfter(new StoreUnavailableError('unreachable', 'a connection broke'));
  const [refuse] = opening.splice(0);
  const second = pool.connect();
  password = 'two';
  refuse!(Object.assign(new Error('refused'), { code: '28P01' }));
  await vi.waitFor(() => expect(opening).toHaveLength(2));
  endSearch();
  for (const { password: used } of (await Promise.all([first, second])) as unknown as Client[])
    expect(used).toBe('two');
});
