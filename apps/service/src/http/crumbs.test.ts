import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { MerchantCalls } from '../../test/merchant-calls.ts';
import { RawConnection } from '../../test/raw-connection.ts';
import { TestService } from '../../test/running-service.ts';
import { tlsRecords } from '../../test/tls-records.ts';
import { boundCrumbs } from './crumbs.ts';

const CREATIONS = '/v1/enrollment-sessions';

let service: TestService;
let shop: MerchantCalls;
beforeAll(async () => {
  service = await TestService.start();
  shop = await MerchantCalls.of(service);
  return () => service.stop();
});

const cutOff = async (): Promise<number> =>
  Number(/cut_off_total\{why="crumbs"\} (\d+)/.exec((await service.ops('/metrics')).text)?.[1] ?? 0);

const records = () => tlsRecords({ host: '127.0.0.1', port: service.service.ports.api }, service.ca);

const piecesOf = (bytes: Buffer): string =>
  `${Array.from(bytes, (byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('')}0\r\n\r\n`;

/** Everything in one write, with a body in pieces of one byte. */
async function sendInPieces(body: Buffer): Promise<RawConnection> {
  const connection = await RawConnection.toApi(service);
  const head = [
    `POST ${CREATIONS} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${shop.token}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  connection.socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n${piecesOf(body)}`, 'latin1'));
  return connection;
}

it('a body in pieces of one byte arrives whole', async () => {
  const connection = await sendInPieces(Buffer.from(JSON.stringify(shop.enrollment({ ignored: 'é'.repeat(50) }))));
  expect((await connection.answer())?.status).toBe(201);
  connection.end();
});

it('in more than 512 pieces at once, a body has its connection closed, and the next connection is served as ever', async () => {
  const before = await cutOff();
  const connection = await sendInPieces(Buffer.alloc(4096, ' '));
  expect([await connection.closed, await connection.answer()]).toEqual(['closed', undefined]);
  expect(await cutOff()).toBe(before + 1);
  // Its parser went to one of these.
  expect(await Promise.all(Array.from({ length: 4 }, () => shop.newSession()))).toHaveLength(4);
});

it('what is let go is bounded alike: without a token nobody reads the body', async () => {
  const before = await cutOff();
  const connection = await RawConnection.toApi(service);
  const head = `POST ${CREATIONS} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
  connection.socket.write(head + piecesOf(Buffer.alloc(4096, ' ')));
  await connection.closed;
  expect(await cutOff()).toBe(before + 1);
});

it('thousands of TLS records of one byte at once have their connection closed', async () => {
  const before = await cutOff();
  const { socket, write, send } = await records();
  await write(`POST ${CREATIONS} HTTP/1.1\r\nHost: x\r\nX-Long: `);
  for (let i = 0; i < 2000; i++) await write('x');
  send();
  await once(socket, 'close');
  expect(await cutOff()).toBe(before + 1);
});

it('a request whose letters each have a TLS record of their own is answered', async () => {
  const { socket, secure, write, send } = await records();
  for (const letter of 'GET /v1/signing-keys HTTP/1.1\r\nHost: x\r\n\r\n') await write(letter);
  send();
  expect(String((await once(secure, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

it('those who send in crumbs share 2,048 at once between them: many connections gain nothing, and whoever asks as usual is answered', async () => {
  const server = createServer((request, response) => void request.resume().on('end', () => response.end()));
  server.listen(0, '127.0.0.1');
  let cut = 0;
  let accepted = 0;
  server.on('connection', () => accepted++);
  boundCrumbs(server, () => cut++);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const many = await Promise.all(Array.from({ length: 20 }, () => RawConnection.plain(port)));
  const usual = await RawConnection.plain(port);
  await expect.poll(() => accepted).toBe(21);
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  for (const { socket } of many) socket.write(head + piecesOf(Buffer.alloc(400, ' ')));
  usual.socket.write(head + piecesOf(Buffer.alloc(10, ' ')));
  expect((await usual.answer())?.status).toBe(200);
  const ends = await Promise.all(many.map(async (each) => (await each.answer())?.status ?? (await each.closed)));
  expect(ends.filter((end) => end === 'closed').length).toBe(cut);
  expect(cut).toBeGreaterThan(0);
  server.close().closeAllConnections();
});
