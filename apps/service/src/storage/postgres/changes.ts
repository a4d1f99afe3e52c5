import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { changeListeners, type ChangeListener } from '../change-listeners.ts';
import { postgresError } from './errors.ts';
import { connectToPrimary, CONNECT_TIMEOUT_MS } from './primary.ts';

export const CHANNEL = 'authly_session';
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;
export const HEARTBEAT_MS = 30_000;
const PROOF_WITHIN_MS = 1000;
/** Changes are sent together: a notification locks the whole server until its commit. */
export const SEND_EVERY_MS = 50;
/** Postgres takes 8,000 bytes. */
export const IDS_PER_NOTIFICATION = 150;
const LISTEN = `LISTEN ${CHANNEL}`;
/** Losing a notification with a crash of the server does no harm. The setting ends with the statement. */
const SEND = `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', $1)`;
/** Sent instead of a session id. A process that receives its own proof receives notifications. */
const PROOF = 'proof';

export interface Changes {
  /** Here at once, in other processes with the next notification. */
  announce(sessionId: string): void;
  subscribe(listener: ChangeListener): () => void;
  isHearing(): boolean;
  close(): Promise<void>;
}

interface ChangesOptions {
  /** Returns the current address: its password may have changed. */
  readonly readUrl: () => string;
  /** False behind a pool: its server connection would keep listening, for any client. */
  readonly listens: boolean;
  /** Uses another connection, which proves that both lead to one database. */
  readonly notify: (payload: string) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Listens and notifies on a separate connection and reconnects. Changes during a lost connection are not reported: subscribers also poll. */
export async function sessionChanges({ readUrl, listens, notify, onError }: ChangesOptions): Promise<Changes> {
  const listeners = changeListeners(onError);
  /** Prefix of this process's notifications, which were emitted already. */
  const tag = `${randomBytes(8).toString('hex')}:`;
  let connection: Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  /** Only a received notification proves this: the address may lead through a pool or to another database. */
  let isHearing = false;
  /** Since the last heartbeat. */
  let isProven = false;
  let onHearing = (): void => {};
  const unsent = new Set<string>();
  let sending: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    let client: Client | undefined;
    try {
      client = await connectToPrimary(readUrl(), {
        query_timeout: CONNECT_TIMEOUT_MS,
        application_name: 'authly listen',
      });
      connection = client;
      client.on('error', onFailure(client));
      client.on('end', onFailure(client));
      client.on('notification', ({ payload = '' }) => onNotification(payload));
      if (closed) await client.end();
      else if (listens) {
        await client.query(LISTEN);
        await notify(tag + PROOF);
      }
      retryMs = FIRST_RETRY_MS;
    } catch (error) {
      onFailure(client)(error);
    }
  }

  function onNotification(payload: string): void {
    const isOwn = payload.startsWith(tag);
    const content = payload.slice(payload.indexOf(':') + 1);
    if (content !== PROOF) {
      if (!isOwn) for (const sessionId of content.split(',')) listeners.emit(sessionId);
    } else if (isOwn) {
      isHearing = isProven = true;
      onHearing();
    }
  }

  const onFailure = (client: Client | undefined) => (cause?: unknown) => {
    // The driver reports one failure as an error, an end and a failed query.
    if (closed || connection !== client) return;
    connection = undefined;
    isHearing = false;
    client?.end().catch(() => {});
    onError(postgresError(cause ?? new Error('Connection terminated')));
    retry = setTimeout(() => void listen(), retryMs).unref();
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  };

  async function send(): Promise<void> {
    sending = undefined;
    const ids = [...unsent];
    unsent.clear();
    const client = connection;
    for (let i = 0; i < ids.length; i += IDS_PER_NOTIFICATION) {
      const payload = tag + ids.slice(i, i + IDS_PER_NOTIFICATION).join();
      await client?.query(SEND, [payload]).catch(onFailure(client));
    }
  }

  // A connection that a firewall dropped fails only when it is used. One to a former primary hears nothing.
  const heartbeat = setInterval(() => {
    const client = connection;
    client?.query('SELECT 1').catch(onFailure(client));
    isHearing &&= isProven;
    isProven = false;
    if (listens && client) notify(tag + PROOF).catch(onError);
  }, HEARTBEAT_MS).unref();

  const heard = new Promise<void>((resolve) => (onHearing = resolve));
  await listen();
  if (listens && connection !== undefined) await Promise.race([heard, pause(PROOF_WITHIN_MS)]);
  return {
    isHearing: () => isHearing,
    announce: (sessionId) => {
      unsent.add(sessionId);
      sending ??= setTimeout(() => void send(), SEND_EVERY_MS);
      listeners.emit(sessionId);
    },
    subscribe: (listener) => listeners.add(listener),
    close: async () => {
      closed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      clearTimeout(sending);
      await send();
      await connection?.end().catch(() => {});
    },
  };
}
