import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { RequestBody, type BodyHolder } from './request-body.ts';
import { Shares, type Holders } from '../../runtime/shares.ts';

const KIB = 1024;

let memory: Shares<BodyHolder>;
let server: Server;
/** Bodies held until a test releases them. */
let held: RequestBody[];
beforeEach(async () => {
  memory = new Shares({
    token: 30 * KIB,
    merchant: 30 * KIB,
    unauthenticated: 30 * KIB,
    address: 30 * KIB,
    network: 35 * KIB,
    all: 40 * KIB,
  });
  held = [];
  server = createServer((message, response) => {
    const holders = JSON.parse(String(message.headers['x-holders'])) as Holders<BodyHolder>;
    const body = new RequestBody(message, { maxBytes: 24 * KIB, memory, holders: () => holders });
    held.push(body);
    body.read().then(
      (bytes) => response.end(String(bytes.length)),
      (error: { code: string }) => {
        body.release();
        response.end(error.code);
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
});

async function send(bytes: number, address = 'a', more: Holders<BodyHolder> = {}): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const answer = await request(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: Buffer.alloc(bytes),
    headers: { 'x-holders': JSON.stringify({ address, ...more }) },
  });
  return answer.body.text();
}

it('a read chunk is overwritten', async () => {
  const pieces: Buffer[] = [];
  server.prependListener('request', (message: IncomingMessage) => message.on('data', (piece) => pieces.push(piece)));
  const { port } = server.address() as AddressInfo;
  const { body } = await request(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: 'x'.repeat(500),
    headers: { 'x-holders': '{}' },
  });
  expect([await body.text(), pieces.length > 0, Buffer.concat(pieces)]).toEqual(['500', true, Buffer.alloc(500)]);
});

describe('bodies in flight share a memory limit', () => {
  it.each(['token', 'merchant', 'unauthenticated', 'network'] as const)(
    '503 unavailable above the share of one %s at many addresses',
    async (kind) => {
      expect(await send(24 * KIB, 'a', { [kind]: 'x' })).toBe(String(24 * KIB));
      expect(await send(24 * KIB, 'b', { [kind]: 'x' })).toBe('unavailable');
      expect(await send(24 * KIB, 'b', { [kind]: 'y' })).toBe(String(24 * KIB));
    },
  );

  it('503 unavailable above the share of one address and above the total', async () => {
    expect(await send(24 * KIB)).toBe(String(24 * KIB));
    expect(await send(24 * KIB)).toBe('unavailable');
    expect(await send(24 * KIB, 'b')).toBe(String(24 * KIB));
    expect(await send(24 * KIB, 'c')).toBe('unavailable');
  });

  it('a body of 4 KiB is never rejected', async () => {
    for (const holder of ['a', 'b']) await send(24 * KIB, holder);
    expect([await send(4 * KIB), await send(4 * KIB, 'c'), await send(0, 'c')]).toEqual(['4096', '4096', '0']);
  });

  it('a finished request releases its memory once', async () => {
    await send(24 * KIB);
    for (const body of held) {
      body.release();
      body.release();
    }
    expect([memory.total, await send(24 * KIB)]).toEqual([0, String(24 * KIB)]);
  });

  it('413 uses no memory', async () => {
    expect([await send(24 * KIB + 1), memory.total]).toEqual(['payload_too_large', 0]);
  });
});
