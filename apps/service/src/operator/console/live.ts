import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { Clock } from '../../runtime/clock.ts';
import type { SessionHub } from '../../lifecycle/session-hub.ts';
import type { SessionStore } from '../../storage/port/store.ts';
import type { ConsoleContext } from './endpoint.ts';
import { ConsoleError } from './console-error.ts';
import { requireSignedIn } from './request-checks.ts';
import { storeFor } from './merchant-store.ts';
import { isOver } from './signed-in.ts';
import type { LiveUpdate } from '../wire/wire.ts';

export interface LiveOptions extends ConsoleContext {
  readonly clock: Clock;
  readonly hub: SessionHub;
}

const MAX_STREAMS = 24;
const MAX_UNREAD_BYTES = 65_536;
/** A page gets at most one update in this time, however many sessions change. */
const UPDATE_MS = 1000;
const MAX_NAMED = 50;
/** How often a stream sends a heartbeat and checks the sign-in. */
const HEARTBEAT_MS = 10_000;

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };

/** Notifies a page of changed and new sessions, which it then requests. */
export function addLive(fastify: FastifyInstance, options: LiveOptions): void {
  const { hub, store, now, clock } = options;
  let streams = 0;
  const stream: RouteHandlerMethod = async (request, reply) => {
    const { signIn } = await requireSignedIn(request, options, true);
    if (streams >= MAX_STREAMS) throw new ConsoleError(503, 'too_many', 'Too many console pages are open.');
    const { raw } = reply;
    reply.hijack();
    // `close` of a page that left during the check has already been emitted, so nothing would free its stream.
    if (raw.destroyed) return;
    streams++;
    raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
    const isOpen = (): boolean => !raw.writableEnded && !raw.destroyed;
    const send = (event: string, data: object = {}): unknown =>
      isOpen() && raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    send('open');
    const changes = changesOf(hub, storeFor(store, signIn).sessions, signIn.role === 'merchant');
    let cancel = (): void => {};
    let checkedAt = clock.elapsed();
    const tick = async (): Promise<void> => {
      const update = await changes.take();
      // A page that does not read reconnects when it can.
      if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
      else if (update !== undefined) send('update', update);
      if (clock.elapsed() - checkedAt >= HEARTBEAT_MS) await checkSignIn();
      if (isOpen()) repeat();
    };
    const checkSignIn = async (): Promise<void> => {
      checkedAt = clock.elapsed();
      const still = await store.console.find(signIn.hash).catch(() => signIn);
      const isEnded = still === undefined || isOver(still, now());
      send(isEnded ? 'over' : 'time');
      if (isEnded) raw.end();
    };
    const repeat = (): void => void (cancel = clock.after(UPDATE_MS, () => void tick()));
    repeat();
    raw.once('close', () => {
      streams--;
      cancel();
      changes.stop();
    });
  };
  fastify.route({ method: 'GET', url: '/api/live', handler: stream });
}

/** The sessions that changed since the last update. */
function changesOf(hub: SessionHub, sessions: Pick<SessionStore, 'find' | 'list'>, isOfMerchant: boolean) {
  const moved = new Set<string>();
  let more = false;
  let newest: string | undefined;
  const stop = hub.onChange((id) => {
    if (moved.size < MAX_NAMED) moved.add(id);
    else more = true;
  });

  /** The store does not notify of new sessions: the newest id shows them. If the database is down, the next update asks again. */
  async function take(): Promise<LiveUpdate | undefined> {
    const before = newest;
    newest = await sessions.list({ limit: 1 }).then(
      ([session]) => session?.id,
      () => before,
    );
    if (newest !== before) more = true;
    if (moved.size === 0 && !more) return undefined;
    const update: LiveUpdate = { moved: [...moved], more };
    moved.clear();
    more = false;
    return isOfMerchant ? ownUpdate(update) : update;
  }

  /** Nobody learns the sessions of another merchant. If they cannot be read, lists are reloaded. */
  async function ownUpdate({ moved: ids, more: hasMore }: LiveUpdate): Promise<LiveUpdate | undefined> {
    const found = await Promise.all(ids.map((id) => sessions.find(id))).catch(() => undefined);
    const own = found?.flatMap((session) => session?.id ?? []) ?? [];
    return own.length > 0 || hasMore || found === undefined
      ? { moved: own, more: hasMore || found === undefined }
      : undefined;
  }
  return { stop, take };
}
