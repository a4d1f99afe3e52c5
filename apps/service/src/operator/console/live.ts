import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { Clock } from '../../config/clock.ts';
import type { ConsoleContext } from './endpoint.ts';
import { ConsoleError } from './console-error.ts';
import { requireSignedIn } from './request-checks.ts';
import { isOver } from './signed-in.ts';

/** Each holds a connection, and an operator has a few tabs. */
const MAX_STREAMS = 24;
/** Of one stream, in memory. */
const MAX_UNREAD_BYTES = 65_536;
/** How often a stream sends a heartbeat and checks the sign-in. */
const HEARTBEAT_MS = 10_000;

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };

/** Notifies a page of changed sessions, which it then requests. */
export function addLive(fastify: FastifyInstance, parts: ConsoleContext & { readonly clock: Clock }): void {
  const { feed, store, now, clock } = parts;
  const stream: RouteHandlerMethod = async (request, reply) => {
    const { signIn } = await requireSignedIn(request, parts, true);
    if (feed.listeners >= MAX_STREAMS) throw new ConsoleError(503, 'too_many', 'Too many console pages are open.');
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
    raw.write('event: open\ndata: {}\n\n');
    const unsubscribe = feed.subscribe((update) => {
      // A page that does not read reconnects when it can.
      if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
      else raw.write(`event: update\ndata: ${JSON.stringify(update)}\n\n`);
    });
    let cancel = (): void => {};
    const beat = async (): Promise<void> => {
      const still = await store.console.find(signIn.hash).catch(() => signIn);
      if (still === undefined || isOver(still, now())) raw.end('event: over\ndata: {}\n\n');
      if (raw.writableEnded || raw.destroyed) return;
      raw.write('event: time\ndata: {}\n\n');
      cancel = clock.after(HEARTBEAT_MS, () => void beat());
    };
    cancel = clock.after(HEARTBEAT_MS, () => void beat());
    raw.once('close', () => {
      cancel();
      unsubscribe();
    });
  };
  fastify.route({ method: 'GET', url: '/api/live', handler: stream });
}
