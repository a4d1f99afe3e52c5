import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestService } from '../../apps/service/test/running-service.ts';
import { tlsRecords } from '../../apps/service/test/tls-records.ts';
import { startProxy, type RunningProxy } from '../test/running-proxy.ts';
import { ThroughProxy } from '../test/through-proxy.ts';

const closed = (socket: Socket): Promise<'closed'> =>
  new Promise((resolve) => socket.resume().once('close', () => resolve('closed')));

const PROXIES = [
  {
    file: 'haproxy.cfg',
    impatient: { 'timeout http-request 10s': 'timeout http-request 1s', 'timeout client 30s': 'timeout client 2s' },
  },
  {
    file: 'nginx.conf',
    impatient: { 'client_header_timeout 10s': 'client_header_timeout 1s', 'send_timeout 30s': 'send_timeout 2s' },
  },
] as const;

describe.each(PROXIES)('deploy/proxy/$file in front of a service', ({ file }) => {
  let service: TestService;
  let proxy: RunningProxy;
  const lines: string[] = [];
  beforeAll(async () => {
    service = await TestService.start({
      config: { tls: undefined, trustedProxies: ['127.0.0.1'] },
      logTo: { write: (line) => void lines.push(line) },
    });
    proxy = await startProxy(file, { port: service.service.ports.api, opsPort: service.service.ports.ops });
  });
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await service?.stop();
  });

  it('a merchant gets answers, and a page gets changes of its session at once', async () => {
    await using calls = new ThroughProxy(proxy);
    expect(await calls.statesOfCanceled(await service.addMerchant())).toEqual(['opened', 'canceled']);
  });

  it('wrong secrets count for the real address of the client', async () => {
    const client = { ...(await service.addMerchant()), clientSecret: 'wrong' };
    await using one = new ThroughProxy(proxy, '127.0.0.2');
    await using other = new ThroughProxy(proxy, '127.0.0.3');
    for (let i = 0; i < 30; i++)
      expect((await one.token(client, { 'x-forwarded-for': `198.51.100.${i}` })).status).toBe(401);
    expect((await one.token(client, { 'x-forwarded-for': '198.51.100.77' })).status).toBe(429);
    expect((await other.token(client)).status).toBe(401);
    const addresses = () =>
      new Set(lines.map((line) => (JSON.parse(line) as { client_address?: string }).client_address));
    await expect.poll(() => [...addresses()]).toEqual(expect.arrayContaining(['127.0.0.2', '127.0.0.3']));
    expect([...addresses()].join()).not.toContain('198.51.100');
  });
});

const UNAVAILABLE =
  /^HTTP\/1.1 50[23] (?=.*retry-after: 1\r\n)(?=.*content-type: application\/json\r\n).*"code":"unavailable"/is;

describe.each(PROXIES)('deploy/proxy/$file', (shipped) => {
  let behind: Server;
  let proxy: RunningProxy;
  let impatient: RunningProxy;
  const requests: IncomingMessage[] = [];
  const largeAnswer = Promise.withResolvers<ServerResponse>();
  const chunks: number[] = [];
  beforeAll(async () => {
    behind = createServer((message, response) => {
      if (message.url !== '/readyz') requests.push(message);
      message.on('data', (chunk: Buffer) => chunks.push(chunk.length));
      if (message.url === '/large') largeAnswer.resolve(response);
      const answer = (): unknown => response.end(message.url === '/large' ? Buffer.alloc(64_000_000) : 'ok');
      message.on('end', () => void (message.url === '/late' ? setTimeout(answer, 3000) : answer()));
    }).listen(0, '127.0.0.1');
    await once(behind, 'listening');
    const { port } = behind.address() as AddressInfo;
    proxy = await startProxy(shipped.file, { port, opsPort: port });
    impatient = await startProxy(shipped.file, { port, opsPort: port }, shipped.impatient);
  });
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await impatient?.[Symbol.asyncDispose]();
    behind?.closeAllConnections();
    behind?.close();
  });

  it('without any process the answer is in JSON, with Retry-After', async () => {
    await using alone = await startProxy(shipped.file, { port: 1, opsPort: 1 });
    const socket = await alone.connect();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(String(((await once(socket, 'data')) as [Buffer])[0])).toMatch(UNAVAILABLE);
    socket.destroy();
  });

  it('the service gets the address of the connection, not the one in a client header', async () => {
    const socket = await proxy.connect();
    socket.write('GET /seen HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.9\r\nForwarded: for=203.0.113.9\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    const { headers } = requests.find(({ url }) => url === '/seen')!;
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
    expect(headers).not.toHaveProperty('forwarded');
  });

  it('a body in a thousand one-byte TLS records reaches the service in few chunks', async () => {
    const records = await tlsRecords({ host: '127.0.0.1', port: proxy.port }, proxy.ca);
    await records.write('POST /crumbs HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n');
    for (let i = 0; i < 1000; i++) await records.write('x');
    chunks.length = 0;
    records.send();
    await once(records.secure, 'data');
    records.socket.destroy();
    expect(chunks.reduce((sum, each) => sum + each, 0)).toBe(1000);
    expect(chunks.length).toBeLessThan(40);
  });

  it('a connection with endless headers closes', async () => {
    const socket = await impatient.connect();
    socket.write('GET /slow HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('x'), 50);
    expect(await closed(socket)).toBe('closed');
    clearInterval(drip);
    expect(requests.map(({ url }) => url)).not.toContain('/slow');
  });

  it('a connection that sends TLS key updates instead of a request closes', async () => {
    const client = spawn('openssl', ['s_client', '-connect', `127.0.0.1:${impatient.port}`, '-tls1_3'], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    client.stdin.on('error', () => {});
    let said = '';
    client.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const updates = setInterval(() => client.stdin.write('K\n'), 20);
    await once(client, 'exit');
    clearInterval(updates);
    expect(said).toContain('KEYUPDATE');
  });

  it('an answer that takes longer than the idle timeout arrives', async () => {
    const socket = await impatient.connect();
    socket.write('GET /late HTTP/1.1\r\nHost: a\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  it('a connection that does not read its answer closes', async () => {
    const socket = await impatient.connect();
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    const response = await largeAnswer.promise;
    await once(response, 'close');
    expect(response.writableFinished).toBe(false);
    socket.destroy();
  });
});

it('both proxies hold the open pages of the largest example, and a long poll for each', () => {
  const examples = readFileSync(join(import.meta.dirname, '../../docs/guides/capacity.md'), 'utf8');
  const openPages = /^\| 5,000,000 \|(?: [\d,]+ \|){3} ([\d,]+) /m.exec(examples)![1]!;
  const largest = 2 * Number(openPages.replaceAll(',', ''));
  for (const [file, limit] of [
    ['haproxy.cfg', /^ +maxconn (\d+)$/m],
    ['nginx.conf', /worker_connections (\d+);/],
  ] as const) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    expect(Number(limit.exec(text)![1])).toBeGreaterThanOrEqual(largest);
  }
});

it('deploy/proxy/nginx.conf: one client gets 256 requests at a time; an IPv6 /64 is one client', async () => {
  await using cleanup = new AsyncDisposableStack();
  const held: ServerResponse[] = [];
  const behind = createServer((_, response) => void held.push(response)).listen(0, '127.0.0.1');
  cleanup.defer(() => {
    behind.closeAllConnections();
    behind.close();
  });
  await once(behind, 'listening');
  const { port } = behind.address() as AddressInfo;
  const addresses = 'set_real_ip_from 127.0.0.1; real_ip_header X-Test;';
  const proxy = cleanup.use(
    await startProxy('nginx.conf', { port, opsPort: port }, { 'access_log off;': `access_log off; ${addresses}` }),
  );
  const ask = async (address: string): Promise<Socket> => {
    const socket = await proxy.connect();
    cleanup.defer(() => void socket.destroy());
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Test: ${address}\r\n\r\n`);
    return socket;
  };
  for (let i = 0; i < 256; i++) await ask(`2001:db8::${i}`);
  await expect.poll(() => held.length).toBe(256);
  const [answer] = (await once(await ask('2001:db8::a:b:c:d'), 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 429 (?=.*retry-after: 10\r\n).*"code":"rate_limited"/is);
  for (const other of ['2001:db8:0:1::1', '198.51.100.1', '198.51.100.2']) await ask(other);
  await expect.poll(() => held.length).toBe(259);
});
