import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** As much of a body that nobody reads is dropped, so that its connection can be kept. */
const DROPPED_BYTES = 65_536;
/** How long a client may take to read its answer before its connection is closed. */
const LINGER_MS = 1000;

/** More of this request's body may follow than is dropped. */
export function muchFollows({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > DROPPED_BYTES;
}

/** An answer to a request whose body was not read ends its connection, and nothing more of the body is read. */
export function closeAfterUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!muchFollows(request.raw)) return done(null, payload);
    reply.header('Connection', 'close');
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
    reply.header('Content-Length', Buffer.byteLength(payload));
    return done(null, Readable.from(lingering(payload, request.socket), { objectMode: false }));
  });
}

/** Closed at once, the connection would be reset under a client that still sends, and the answer lost. */
async function* lingering(payload: string | Buffer, socket: Socket): AsyncGenerator<string | Buffer> {
  yield payload;
  const over = new AbortController();
  const options = { ref: false, signal: over.signal };
  await Promise.race([wait(LINGER_MS, undefined, options), once(socket, 'close', options)]);
  over.abort();
}

/** The same for a connection that carries no request: says its last word, and reads no more. */
export function endSlowly(socket: Socket, answer: string): void {
  socket.end(answer);
  socket.pause();
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
