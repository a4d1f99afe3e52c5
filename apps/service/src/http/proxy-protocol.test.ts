import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migratedDatabase } from '../../../../test/migrated-database.ts';
import { loopbackCertificates } from '../../test/loopback-certificates.ts';
import { headerV2, ipv4, ipv6 } from '../../test/proxy-headers.ts';
import { RawConnection } from '../../test/raw-connection.ts';
import { TestService, type TestServiceOptions } from '../../test/running-service.ts';
import { spawnService } from '../../test/spawn-service.ts';

const FROM_LOOPBACK = { version: 'v2', from: ['127.0.0.1'] } as const;

async function started(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await TestService.start({ ...options, config: { proxyProtocol: FROM_LOOPBACK, ...options.config } });
  onTestFinished(() => service.stop());
  return service;
}

const plain = (service: TestService, localAddress?: string): Promise<Socket> =>
  connected(service.service.ports.api, localAddress);

async function connected(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A client behind the proxy: this header first, then TLS. */
async function behindProxy(service: TestService, header: Buffer): Promise<RawConnection> {
  const socket = await plain(service);
  socket.write(header);
  const secure = connectTls({ socket, ca: service.ca, servername: 'localhost' });
  const connection = new RawConnection(secure);
  await once(secure, 'secureConnect');
  return connection;
}

async function wrongSecret(connection: RawConnection, clientId: string, ...headers: string[]): Promise<number> {
  const body = `grant_type=client_credentials&client_id=${clientId}&client_secret=wrong`;
  const type = 'Content-Type: application/x-www-form-urlencoded';
  connection.write(
    'POST /oauth/token HTTP/1.1',
    'Host: x',
    type,
    `Content-Length: ${body.length}`,
    ...headers,
    '',
    body,
  );
  return (await connection.answer())!.status;
}

const refused = async (service: TestService): Promise<number> =>
  Number(/cut_off_total\{why="proxy_header"\} (\d+)/.exec((await service.ops('/metrics')).text)?.[1]);

const closed = async (socket: Socket): Promise<'closed'> => {
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
  return 'closed';
};

describe('AUTHLY_PROXY_PROTOCOL=v2', () => {
  it('limits and logs go by the address in the header, and by no X-Forwarded-For', async () => {
    const lines: string[] = [];
    const service = await started({ logTo: { write: (line) => void lines.push(line) } });
    const { clientId } = await service.addMerchant();
    const one = await behindProxy(service, headerV2());
    for (let i = 0; i < 30; i++) expect(await wrongSecret(one, clientId, `X-Forwarded-For: 198.51.100.${i}`)).toBe(401);
    expect(await wrongSecret(one, clientId, 'X-Forwarded-For: 198.51.100.77')).toBe(429);
    const other = await behindProxy(service, headerV2({ addresses: ipv4('192.0.2.8') }));
    expect(await wrongSecret(other, clientId)).toBe(401);
    const addresses = (): Set<string> =>
      new Set(
        lines
          .map((line) => JSON.parse(line) as { msg: string; client_address: string })
          .filter(({ msg }) => msg === 'request')
          .map(({ client_address: address }) => address),
      );
    await expect.poll(addresses).toEqual(new Set(['192.0.2.7', '192.0.2.8']));
  });

  it('a quarter of the connections is for one client, not for one proxy', async () => {
    const service = await started({ config: { maxConnections: 16 } });
    const header = headerV2({ transport: 0x21, addresses: ipv6('20010db8000000000000000000000abc') });
    const neighbor = headerV2({ transport: 0x21, addresses: ipv6('20010db8000000000000000000000def') });
    await Promise.all([header, header, header, neighbor].map((each) => behindProxy(service, each)));
    await expect(behindProxy(service, header)).rejects.toThrow(/ECONNRESET|disconnected/);
    await behindProxy(service, headerV2());
  });

  it('a connection from another address is closed, whatever it sends', async () => {
    const service = await started();
    const socket = await plain(service, '127.0.0.2');
    socket.write(headerV2());
    expect(await closed(socket)).toBe('closed');
    expect(await refused(service)).toBe(1);
  });

  it.each([
    ['TLS without a header', Buffer.from('160301020001', 'hex')],
    ['a header of version 1', Buffer.from('PROXY TCP4 192.0.2.7 192.0.2.1 1 2\r\n')],
    ['a malformed header', headerV2({ addresses: Buffer.alloc(3) })],
  ])('a proxy that sends %s is closed', async (_, bytes) => {
    const service = await started();
    const socket = await plain(service);
    socket.write(bytes);
    expect(await closed(socket)).toBe('closed');
    expect(await refused(service)).toBe(1);
  });

  it('a header that does not come whole in time is closed, however it drips', async () => {
    const service = await started({ timeouts: { handshakeMs: 300 } });
    const socket = await plain(service);
    const bytes = [...headerV2({ addresses: Buffer.alloc(4000) })];
    const drip = setInterval(() => socket.write(Buffer.from([bytes.shift()!])), 20);
    expect(await closed(socket)).toBe('closed');
    clearInterval(drip);
    expect(await refused(service)).toBe(1);
  });

  it('a proxy that leaves before its header is whole, or resets, disturbs nobody', async () => {
    const service = await started();
    (await plain(service)).end(headerV2().subarray(0, 20));
    (await plain(service)).resetAndDestroy();
    await expect.poll(() => refused(service)).toBeGreaterThan(0);
    const connection = await behindProxy(service, headerV2());
    connection.write('GET /v1/signing-keys HTTP/1.1', 'Host: x', '', '');
    expect((await connection.answer())!.status).toBe(200);
  });

  it('a header in single bytes, and one together with the first bytes of TLS, are read', async () => {
    const service = await started();
    const socket = await plain(service);
    socket.setNoDelay();
    for (const byte of headerV2()) await new Promise((resolve) => socket.write(Buffer.from([byte]), resolve));
    const secure = connectTls({ socket, ca: service.ca, servername: 'localhost' });
    await once(secure, 'secureConnect');
    expect(secure.authorized).toBe(true);
    const corked = await plain(service);
    corked.cork();
    corked.write(headerV2());
    const together = connectTls({ socket: corked, ca: service.ca, servername: 'localhost' });
    setImmediate(() => corked.uncork());
    await once(together, 'secureConnect');
    expect(together.authorized).toBe(true);
  });

  it('the plain port reads it too, together with the request', async () => {
    const service = await started();
    const socket = connect(service.service.ports.redirect, '127.0.0.1');
    socket.write(Buffer.concat([headerV2(), Buffer.from('GET /x HTTP/1.1\r\nHost: a\r\n\r\n')]));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 308 .*\r\nLocation: https:\/\/authly\.test\/x\r\n/s);
    socket.destroy();
  });

  it('the end of the process waits for no header', async () => {
    const service = await started();
    const socket = await plain(service);
    socket.write(headerV2().subarray(0, 5));
    await expect.poll(async () => (await service.ops('/metrics')).status).toBe(200);
    const ended = closed(socket);
    await service.stop();
    expect(await ended).toBe('closed');
  });
});

it('AUTHLY_PROXY_PROTOCOL with two workers: each reads the header, and limits go by the address in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = await migratedDatabase();
  onTestFinished(() => database.drop());
  const { caFile, certFile, keyFile } = await loopbackCertificates(folder);
  const env = { AUTHLY_PROXY_PROTOCOL: 'v1', AUTHLY_TRUSTED_PROXIES: '127.0.0.1' };
  const masterKey = randomBytes(32).toString('base64');
  const settings = { folder, databaseUrl: database.url, certFile, keyFile, masterKey, env };
  const spawned = spawnService({ ...settings, args: ['--workers', '2'] });
  onTestFinished(async () => void (await spawned.end('SIGKILL')));
  const { api } = await spawned.ready(AbortSignal.timeout(60_000));
  const statuses: number[] = [];
  for (let i = 0; i < 34; i++) {
    const socket = await connected(api);
    socket.write(`PROXY TCP4 192.0.2.${i < 32 ? 7 : i} 192.0.2.1 ${1000 + i} 443\r\n`);
    const secure = connectTls({ socket, ca: readFileSync(caFile, 'utf8'), servername: 'localhost' });
    statuses.push(await wrongSecret(new RawConnection(secure), 'nobody'));
    secure.destroy();
  }
  expect(statuses).toEqual([...Array<number>(30).fill(401), 429, 429, 401, 401]);
});
