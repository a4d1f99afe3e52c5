import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Events } from './call.ts';
import { endAfter, muchFollows } from './unread-body.ts';

/**
 * Written to the connection itself: a stream between them would cost each of ten thousand open pages more than all the rest. What a reader
 * does not take waits in memory, little as it is, until the reader is cut off as stalled.
 */
export function sendEvents(
  { raw: request }: FastifyRequest,
  reply: FastifyReply,
  status: number,
  events: Events,
): void {
  reply.hijack();
  const { raw } = reply;
  if (muchFollows(request)) endAfter(raw);
  raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), 'Content-Type': 'text/event-stream' });
  const stop = events({ send: (event) => void raw.write(event), end: () => void raw.end() });
  // Who asks for the head alone has it; who has gone hears nothing.
  const isOver = request.method === 'HEAD' || raw.closed;
  if (!isOver) return void raw.once('close', stop);
  stop();
  raw.end();
}
