import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Up to this size an unread body is dropped and its connection kept. */
const DROPPED_BYTES = 65_536;
/** Time for a client to read its response before the connection is closed. */
const LINGER_MS = 1000;

export function muchFollows({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > DROPPED_BYTES;
}

/** If a large body was not read, the response closes the connection, and no more of the body is read. */
export function closeAfterUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!muchFollows(request.raw)) return done(null, payload);
    reply.header('Connection', 'close');
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
    reply.header('Content-Length', Buffer.byteLength(payload));
    return done(null, Readable.from(lingering(payload, request.socket), { objectMode: false }));
  });
}

/** Closing at once would reset the connection of a client that still sends, and the response would be lost. */
async function* lingering(payload: string | Buffer, socket: Socket): AsyncGenerator<string | Buffer> {
  yield payload;
  const over = new AbortController();
  const options = { ref: false, signal: over.signal };
  await Promise.race([wait(LINGER_MS, undefined, options), once(socket, 'close', options)]);
  over.abort();
}

export function endSlowly(socket: Socket, answer: string): void {
  socket.end(answer);
  socket.pause();
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
