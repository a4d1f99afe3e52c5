import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import { loopbackCertificates } from '../../test/loopback-certificates.ts';
import { fileOf, queuedBytes, stopReading, watchReading } from './node-internals.ts';

const folder = mkdtempSync(join(tmpdir(), 'authly-internals-'));
const opened: Server[] = [];
afterAll(() => {
  rmSync(folder, { recursive: true });
  for (const server of opened) server.close().closeAllConnections();
});

interface Pair {
  readonly client: Socket;
  /** The server's side of it: what speaks HTTP, and what is below TLS. */
  readonly speaking: Socket;
  readonly below: Socket;
}

async function plainPair(onRequest: RequestListener = () => {}): Promise<Pair> {
  const server = createServer(onRequest).listen(0, '127.0.0.1');
  opened.push(server);
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  const [speaking] = await accepted;
  return { client, speaking, below: speaking };
}

async function tlsPair(onRequest: RequestListener = () => {}): Promise<Pair> {
  const { certFile, keyFile } = await loopbackCertificates(folder);
  const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  const server = createTlsServer(tls, onRequest).listen(0, '127.0.0.1');
  opened.push(server);
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const secured = once(server, 'secureConnection') as Promise<[Socket]>;
  const { port } = server.address() as AddressInfo;
  const client = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }).on('error', () => {});
  const [[below], [speaking]] = await Promise.all([accepted, secured]);
  return { client, speaking, below };
}

type Any = Record<PropertyKey, unknown>;
const at = (thing: unknown, ...path: PropertyKey[]): unknown =>
  path.reduce((found, name) => (found as Any | null | undefined)?.[name], thing);
const callback = (socket: Socket, name: string): unknown =>
  at(socket, 'parser', at(socket, 'parser', 'constructor', name) as number);

/** What stands in `node-internals.ts`, and what would not hold without it. */
// biome-ignore format: one row a line
const NEEDED: [name: string, without: string, type: string, of: (pair: Pair) => unknown][] = [
  ['socket.parser', 'neither crumbs nor requests in one piece are bounded', 'object', ({ speaking }) => at(speaking, 'parser')],
  ['parser[kOnBody]', 'pieces of a body are not bounded', 'function', ({ speaking }) => callback(speaking, 'kOnBody')],
  ['parser[kOnExecute]', 'TLS records are not bounded', 'function', ({ speaking }) => callback(speaking, 'kOnExecute')],
  ['parser.onIncoming', 'requests that follow in one piece are read, though nobody answers them', 'function', ({ speaking }) => at(speaking, 'parser', 'onIncoming')],
  ['socket._handle.fd', 'callers can take the last files, and the operators’ port with them', 'number', ({ below }) => at(below, '_handle', 'fd')],
  ['socket._handle.writeQueueSize', 'readers that take nothing are not cut off', 'number', ({ below }) => at(below, '_handle', 'writeQueueSize')],
];

it.each([
  ['HTTP', plainPair, NEEDED],
  [
    'HTTPS',
    tlsPair,
    [
      ...NEEDED,
      [
        'socket.ssl.destroySSL',
        'TLS records that have come are decrypted, though nobody reads them',
        'function',
        ({ speaking }: Pair) => at(speaking, 'ssl', 'destroySSL'),
      ],
    ] as typeof NEEDED,
  ],
])('Node has what the bounds need of it: %s', async (_, pair, needed) => {
  const connected = await pair();
  const missing = needed.filter(([, , type, of]) => typeof of(connected) !== type || of(connected) === null);
  const said = missing.map(
    ([name, without]) => `Node ${process.version} has no ${name}: ${without} (node-internals.ts)`,
  );
  expect(said).toEqual([]);
  expect([fileOf(connected.below) > 2, queuedBytes(connected.below)]).toEqual([true, 0]);
});

it('each piece of a body is a step with its bytes, and each piece that comes one with the rest', async () => {
  const { client, speaking } = await plainPair((request, response) => request.resume().on('end', () => response.end()));
  const steps: number[] = [];
  watchReading(speaking, (bytes) => {
    steps.push(bytes);
    return false;
  });
  const text = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n';
  client.write(text);
  expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  expect(steps).toEqual([1, 2, text.length - 3]);
});

it('a parser that was watched, stopped and let go serves the next connection with its own callbacks', async () => {
  const { client, speaking } = await plainPair();
  const parser = at(speaking, 'parser');
  const own = callback(speaking, 'kOnBody');
  watchReading(speaking, () => {
    stopReading(speaking);
    return true;
  });
  client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na');
  await once(client, 'close');
  const next = await plainPair();
  expect([at(next.speaking, 'parser') === parser, callback(next.speaking, 'kOnBody') === own]).toEqual([true, true]);
});

it('a connection may be stopped while an answer is being written', async () => {
  const ended = Promise.withResolvers<unknown>();
  const { client } = await tlsPair((_request, response) => {
    response.end('an answer');
    try {
      ended.resolve(stopReading(response.socket!));
    } catch (error) {
      ended.resolve(error);
    }
  });
  client.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await ended.promise).toBeUndefined();
  await once(client, 'close');
});
