import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProxy, type RunningProxy } from '../test/running-proxy.ts';

describe('deploy/proxy/haproxy.cfg', () => {
  const cleanup = new AsyncDisposableStack();
  const polls: ServerResponse[] = [];
  let behind: { port: number; opsPort: number };
  beforeAll(async () => {
    const server = createServer((request, response) =>
      request.url === '/poll' ? polls.push(response) : response.end('ok'),
    ).listen(0, '127.0.0.1');
    cleanup.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    behind = { port, opsPort: port };
  });
  afterAll(() => cleanup.disposeAsync());

  /** Opens a connection, sends a request and keeps the connection open. Undefined: reset. */
  async function ask(proxy: RunningProxy, localAddress = '127.0.0.1', path = '/'): Promise<string | undefined> {
    try {
      const socket = await proxy.connect({ localAddress });
      cleanup.defer(() => void socket.destroy());
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      return path === '/poll' ? '' : String(((await once(socket, 'data')) as [Buffer])[0]);
    } catch {
      return undefined;
    }
  }
  const status = (answer: string | undefined): number => Number(answer?.split(' ')[1]);

  const FEW = { 'cur gt 256': 'cur gt 2', 'rate gt 800': 'rate gt 5', 'conn_rate(10s)': 'conn_rate(60s)' };

  it("a merchant's server holds 90 long polls and makes 20 calls a second without keep-alive", async () => {
    // A long window: a busy machine must not make its calls too slowly to reach the limit.
    await using proxy = await startProxy('haproxy.cfg', behind, { 'conn_rate(10s)': 'conn_rate(60s)' });
    for (let i = 0; i < 90; i++) await ask(proxy, '127.0.0.1', '/poll');
    await expect.poll(() => polls.length).toBe(90);
    for (let i = 0; i < 200; i++) {
      const socket = await proxy.connect();
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      expect(String(((await once(socket, 'data')) as [Buffer])[0])).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  it('connections above the limit get 429 with Retry-After and a log line; far above it they are reset', async () => {
    await using proxy = await startProxy('haproxy.cfg', behind, FEW);
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await ask(proxy, '127.0.0.2', '/?merchant_user_ref=secret'));
    expect(answers.map(status)).toEqual([200, 200, 429, 429, 429, NaN]);
    expect(answers[2]).toMatch(/retry-after: 10\r\n.*content-type: application\/json\r\n.*"code":"rate_limited"/is);
    await expect.poll(() => proxy.log().match(/^client=127\.0\.0\.2 status=429 .*refused=1$/gm)).toHaveLength(3);
    expect(proxy.log()).not.toMatch(/status=200|secret/);
    for (let i = 0; i < 2; i++) expect(status(await ask(proxy, '127.0.0.3'))).toBe(200);
    // It closes, so that a later call over it is not refused too.
    const refused = await proxy.connect({ localAddress: '127.0.0.3' });
    refused.resume().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(refused, 'close');
  });

  it('counts new connections, an IPv6 /64 as one client, and not the addresses of merchants', async () => {
    const from = (address: string, other: string): string =>
      `tcp-request connection set-src ipv6(${other}) if { src ${address} }\n    `;
    const track = 'tcp-request connection track-sc0';
    await using proxy = await startProxy('haproxy.cfg', behind, {
      'rate gt 400': 'rate gt 2',
      'conn_rate(10s)': 'conn_rate(60s)',
      '192.0.2.0/24': '127.0.0.5',
      [track]:
        from('127.0.0.2', '2001:db8::2') +
        from('127.0.0.3', '2001:db8::3') +
        from('127.0.0.4', '2001:db8:0:1::4') +
        track,
    });
    const asked = async (addresses: string[]): Promise<number[]> => {
      const all = [];
      for (const address of addresses) all.push(status(await ask(proxy, address)));
      return all;
    };
    expect(await asked(['127.0.0.2', '127.0.0.3', '127.0.0.3', '127.0.0.4'])).toEqual([200, 200, 429, 200]);
    expect(await asked(['127.0.0.5', '127.0.0.5', '127.0.0.5', '127.0.0.5'])).toEqual([200, 200, 200, 200]);
  });

  it.each([
    ['GET', 200],
    ['POST', 502],
  ])('%s that a process closes without an answer: %i', async (method, expected) => {
    const closing = createServer((request, response) =>
      request.url === '/readyz' ? response.end() : request.socket.destroy(),
    ).listen(0, '127.0.0.1');
    cleanup.defer(() => void closing.close());
    await once(closing, 'listening');
    const { port } = closing.address() as AddressInfo;
    await using proxy = await startProxy('haproxy.cfg', [{ port, opsPort: port }, behind]);
    const socket = await proxy.connect();
    socket.write(`${method} / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`);
    const answer = String(((await once(socket, 'data')) as [Buffer])[0]);
    expect(status(answer)).toBe(expected);
    if (expected !== 200)
      expect(answer).toMatch(/retry-after: 1\r\n.*"code":"unavailable".*"request_id":"[\w-]{36}"/is);
    socket.destroy();
  });
});
