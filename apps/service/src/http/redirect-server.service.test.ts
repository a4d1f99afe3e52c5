import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENROLLMENTS } from '../../test/merchant-calls.ts';
import { onOneStore } from '../../test/on-stores.ts';
import { RawConnection } from '../../test/raw-connection.ts';
import { credentials, type TestAnswer, type TestService } from '../../test/running-service.ts';
import { capacityOf } from './limits/capacity.ts';
import { createRedirectServer } from './redirect-server.ts';

const BASE = 'https://authly.test';
const KEYS = '/v1/signing-keys';
const said = ({ status, headers, text }: TestAnswer) => [status, headers['location'], headers['x-request-id'], text];
/** A redirect says nothing else. */
const redirectTo = (path: string) => [308, BASE + path, undefined, ''];
const arrived = (proto: 'http' | 'https') => ({ headers: { 'x-forwarded-proto': proto } });

onOneStore((fixture) => {
  describe('the redirect port', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await fixture.start();
    });

    it.each(['/', KEYS, '/v1/sessions/ses_x/result?merchant_user_ref=a%20b', '/nowhere'])(
      '308 to the host of AUTHLY_BASE_URL, without X-Request-Id: %s',
      async (path) => {
        expect(said(await service.plain(path))).toEqual(redirectTo(path));
      },
    );

    it.each(['POST', 'DELETE', 'OPTIONS'])('308 for %s too: the method stays', async (method) => {
      const answer = await service.plain(ENROLLMENTS, { method, ...(method === 'POST' && { body: '{}' }) });
      expect(said(answer)).toEqual(redirectTo(ENROLLMENTS));
    });

    it('plain HTTP on the HTTPS port leads to the start of AUTHLY_BASE_URL, and the connection closes', async () => {
      const connection = await RawConnection.plain(service.service.ports.api);
      connection.write('GET /v1/signing-keys HTTP/1.1', 'Host: evil.test', '', '');
      expect(await connection.answer()).toMatchObject({ status: 307, headers: { location: `${BASE}/` } });
      expect(await connection.closed).toBe('closed');
    });

    it("never to the request's Host or to forwarded headers of a client", async () => {
      const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
      expect(said(await service.plain(KEYS, { headers }))).toEqual(redirectTo(KEYS));
    });

    it.each([
      ['GET http://evil.test/x HTTP/1.1', `${BASE}/`],
      ['GET //evil.test/x HTTP/1.1', `${BASE}//evil.test/x`],
      ['OPTIONS * HTTP/1.1', `${BASE}/`],
    ])('never to another host in the request target: %s', async (line, location) => {
      const connection = await RawConnection.plain(service.service.ports.redirect);
      connection.write(line, 'Host: evil.test', '', '');
      const answer = await connection.answer();
      expect([answer?.status, answer?.headers['location']]).toEqual([308, location]);
    });
  });

  describe('behind a trusted proxy that terminates TLS', () => {
    let service: TestService;
    const https = { 'x-forwarded-proto': 'https' };
    beforeAll(async () => {
      service = await fixture.start({ config: { tls: undefined, trustedProxies: ['127.0.0.1/32'] } });
    });

    it('serves requests that arrived there over https', async () => {
      const answer = await service.request(KEYS, arrived('https'));
      expect([answer.status, answer.headers['x-request-id']]).toEqual([200, expect.any(String)]);
    });

    it.each<[string, Record<string, string>]>([
      ['over http', { 'x-forwarded-proto': 'http' }],
      ['over http, and the client claims otherwise', { 'x-forwarded-proto': 'https, http' }],
      ['in a way that the proxy does not tell', {}],
    ])('308 for requests that arrived there %s', async (_, headers) => {
      const all = { ...headers, host: 'evil.test', 'x-forwarded-host': 'evil.test' };
      expect(said(await service.request(`${KEYS}?x=1`, { headers: all }))).toEqual(redirectTo(`${KEYS}?x=1`));
    });

    it('308 before token and body are checked', async () => {
      const answer = await service.request(ENROLLMENTS, {
        method: 'POST',
        headers: { 'x-forwarded-proto': 'http', authorization: 'Bearer x' },
        body: '{',
      });
      expect(said(answer)).toEqual(redirectTo(ENROLLMENTS));
    });

    it('wrong secrets count per client address, as the proxy names it', async () => {
      const { clientId } = await service.addMerchant();
      const from = (address: string): Promise<TestAnswer> =>
        wrongSecret(service, clientId, { ...https, 'x-forwarded-for': address });
      for (let i = 0; i < 30; i++) expect((await from('192.0.2.1')).status).toBe(401);
      expect((await from('192.0.2.1')).status).toBe(429);
      expect((await from('192.0.2.2')).status).toBe(401);
      expect((await from('192.0.2.2, 192.0.2.1')).status).toBe(429);
    });
  });

  describe('forwarded headers of a client', () => {
    it('do not make a plain request https', async () => {
      const service = await fixture.start({ config: { tls: undefined, trustedProxies: ['192.0.2.77'] } });
      expect((await service.request(KEYS, arrived('https'))).status).toBe(308);
    });

    it('do not set the address: wrong secrets count for the connected one', async () => {
      const service = await fixture.start();
      const { clientId } = await service.addMerchant();
      for (let i = 0; i < 30; i++)
        expect((await wrongSecret(service, clientId, { 'x-forwarded-for': `192.0.2.${i}` })).status).toBe(401);
      const last = { 'x-forwarded-for': '192.0.2.99', forwarded: 'for=192.0.2.99' };
      expect((await wrongSecret(service, clientId, last)).status).toBe(429);
    });
  });

  it('a trusted proxy that encrypts again and says http: 308', async () => {
    const service = await fixture.start({ config: { trustedProxies: ['127.0.0.1'] } });
    expect((await service.request(KEYS, arrived('http'))).status).toBe(308);
    expect((await service.get(KEYS)).status).toBe(200);
  });
});

it('a slow client of the redirect port is cut off', async () => {
  const server = createRedirectServer({ baseUrl: BASE, capacity: capacityOf(8), timeouts: { headersMs: 100 } }).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const connection = await RawConnection.plain((server.address() as AddressInfo).port);
  connection.write('GET / HTTP/1.1', 'X-Slow: ');
  expect(await connection.closed).toBe('closed');
  server.close();
});

it('one address gets a quarter of the redirect port’s connections', async () => {
  const server = createRedirectServer({ baseUrl: BASE, capacity: capacityOf(64) }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const flood = await Promise.all([1, 2, 3].map(() => RawConnection.plain(port, { localAddress: '127.0.0.2' })));
  await Promise.race(flood.map(({ closed }) => closed));
  const other = await RawConnection.plain(port);
  other.write('GET / HTTP/1.1', '', '');
  expect((await other.answer())?.status).toBe(308);
  for (const each of flood) each.end();
  server.close();
});

const wrongSecret = (service: TestService, clientId: string, headers: Record<string, string>): Promise<TestAnswer> =>
  service.postForm('/oauth/token', credentials({ clientId, clientSecret: 'wrong' }), headers);
