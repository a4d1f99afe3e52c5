import { afterAll, beforeAll, expect, it } from 'vitest';
import { LoopbackServer, merchantAt } from '../../../test/bio-merchant.ts';
import { bioCertificate } from './bio-certificate.ts';

let server: LoopbackServer;
beforeAll(async () => {
  server = await LoopbackServer.https((_request, response) => response.end());
});
afterAll(() => server.close());

const looked = (host: string, environment: 'production' | 'test') => {
  const merchant = merchantAt(`https://${host}:${server.port}/bio`, server.ca);
  return bioCertificate(merchant, { environment }, AbortSignal.timeout(10_000));
};

it.each(['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]'])(
  'in production no connection is made to the private address %s',
  async (host) => {
    await expect((async () => looked(host, 'production'))()).rejects.toThrow('has an address that a merchant');
    expect(server.connections).toBe(0);
  },
);

it('a sandbox reads the certificate of a merchant on this machine', async () => {
  expect((await looked('127.0.0.1', 'test')).life.until).toBeGreaterThan(Date.now());
});
