import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { RawConnection } from '../../test/raw-connection.ts';
import { boundSidePort } from './bounded-port.ts';

it('of many requests at once, one is begun in each turn of the event loop', async () => {
  let turn = 0;
  let counting = setImmediate(function next() {
    turn++;
    counting = setImmediate(next);
  });
  onTestFinished(() => clearImmediate(counting));
  const begunIn: number[] = [];
  const server = createServer((_request, response) => {
    begunIn.push(turn);
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => server.close().closeAllConnections());
  boundSidePort(server, () => {});
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asking = await Promise.all(Array.from({ length: 5 }, () => RawConnection.plain(port)));
  for (const each of asking) each.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4));
  for (const each of asking) for (let i = 0; i < 4; i++) expect((await each.answer())?.status).toBe(200);
  expect([begunIn.length, new Set(begunIn).size]).toEqual([20, 20]);
});
