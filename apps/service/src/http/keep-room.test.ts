import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { RawConnection } from '../../test/raw-connection.ts';
import type { CutOff } from './bounded-connections.ts';
import { keepRoom } from './keep-room.ts';

let server: Server;
let why: CutOff[];
/** Answers that are still being made. */
let asked: ServerResponse[];
beforeEach(() => {
  why = [];
  asked = [];
  server = createServer((request, response) => {
    if (request.url === '/slow') asked.push(response);
    else response.end('done');
  });
  onTestFinished(() => server.close().closeAllConnections());
});

async function opened(room: Partial<Parameters<typeof keepRoom>[1]>): Promise<void> {
  keepRoom(server, { connections: 4, connectionsPerAddress: 4, ...room }, (each) => why.push(each));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Accepted by the server, one after the other. */
async function joined(localAddress = '127.0.0.1'): Promise<RawConnection> {
  const accepted = once(server, 'connection');
  const connection = await RawConnection.plain((server.address() as AddressInfo).port, { localAddress });
  await accepted;
  return connection;
}
const ask = (connection: RawConnection, path: string): void =>
  connection.write(`GET ${path} HTTP/1.1`, 'Host: x', '', '');

it('one more takes the place of the one that was here longest and is not being answered', async () => {
  await opened({});
  const slow = await joined();
  ask(slow, '/slow');
  await expect.poll(() => asked.length).toBe(1);
  const half = await joined();
  half.write('POST /slow HTTP/1.1', 'Host: x', 'Content-Length: 10', '', '');
  await expect.poll(() => asked.length).toBe(2);
  const silent = [await joined(), await joined()];
  const more = [await joined(), await joined()];
  expect([await half.closed, await silent[0]!.closed, why]).toEqual(['closed', 'closed', ['address', 'address']]);
  for (const each of more) ask(each, '/');
  for (const each of more) expect((await each.answer())?.status).toBe(200);
  asked[0]!.end();
  expect((await slow.answer())?.status).toBe(200);
});

it('where all are being answered, one more is closed', async () => {
  await opened({ connections: 2, connectionsPerAddress: 2 });
  for (const each of [await joined(), await joined()]) ask(each, '/slow');
  await expect.poll(() => asked.length).toBe(2);
  expect(await (await joined()).closed).toBe('closed');
});

it('an address beyond its share gives way to nobody but itself', async () => {
  await opened({ connectionsPerAddress: 2 });
  const other = await joined();
  const flood = [await joined('127.0.0.2'), await joined('127.0.0.2'), await joined('127.0.0.2')];
  await flood[0]!.closed;
  ask(other, '/');
  expect((await other.answer())?.status).toBe(200);
});

it('a trusted proxy has no share, and nobody gets a file above those for callers', async () => {
  await opened({ connectionsPerAddress: 1, trustedProxies: ['127.0.0.2'], filesForCallers: 3 });
  expect(await (await joined()).closed).toBe('closed');
  expect(why).toEqual(['files']);
});
