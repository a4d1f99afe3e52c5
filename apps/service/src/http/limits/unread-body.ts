import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Up to this size an unread body is dropped and its connection kept. */
const DROPPED_BYTES = 65_536;
const PIECE_BYTES = 65_536;
/** Time for a client to read its response before the connection is closed. */
const LINGER_MS = 1000;

export function muchFollows({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > DROPPED_BYTES;
}

/** A large answer is sent in pieces, so that one that nobody reads takes little memory. If a large body was not read, it closes the connection, and no more of the body is read. */
export function limitAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const closes = muchFollows(request.raw);
    if (closes) reply.header('Connection', 'close');
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(bytes) || (!closes && bytes.length <= PIECE_BYTES)) return done(null, payload);
    reply.header('Content-Length', bytes.length);
    return done(null, Readable.from(piecesOf(bytes, closes ? request.socket : undefined), { objectMode: false }));
  });
}

/** Closing at once would reset the connection of a client that still sends, and the response would be lost. */
async function* piecesOf(bytes: Buffer, closing: Socket | undefined): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  if (closing === undefined) return;
  const over = new AbortController();
  const options = { ref: false, signal: over.signal };
  await Promise.race([wait(LINGER_MS, undefined, options), once(closing, 'close', options)]);
  over.abort();
}

export function endSlowly(socket: Socket, answer: string): void {
  socket.end(answer);
  socket.pause();
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
