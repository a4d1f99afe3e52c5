import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { changeListeners, type ChangeListener } from '../change-listeners.ts';
import { postgresError } from './errors.ts';
import { connectToPrimary, CONNECT_TIMEOUT_MS } from './primary.ts';

export const CHANNEL = 'authly_session';
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;
const HEARTBEAT_MS = 30_000;

export interface Changes {
  /** Prefix of this process's own notifications, which have been emitted already. */
  readonly tag: string;
  announce(sessionId: string): void;
  subscribe(listener: ChangeListener): () => void;
  close(): Promise<void>;
}

/**
 * Listens to changes of other processes on a connection of its own, and reconnects when it breaks. Changes made meanwhile are not
 * reported: subscribers also poll.
 */
export async function sessionChanges(url: string, onError: (error: unknown) => void): Promise<Changes> {
  const listeners = changeListeners(onError);
  const tag = `${randomBytes(8).toString('hex')}:`;
  let connection: Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;

  async function listen(): Promise<void> {
    let client: Client | undefined;
    try {
      client = await connectToPrimary(url, {
        query_timeout: CONNECT_TIMEOUT_MS,
        application_name: 'authly listen',
      });
      connection = client;
      client.on('error', onFailure(client));
      client.on('end', onFailure(client));
      client.on('notification', ({ payload = '' }) => {
        if (!payload.startsWith(tag)) listeners.emit(payload.slice(payload.indexOf(':') + 1));
      });
      await (closed ? client.end() : client.query(`LISTEN ${CHANNEL}`));
      retryMs = FIRST_RETRY_MS;
    } catch (error) {
      onFailure(client)(error);
    }
  }

  const onFailure = (client: Client | undefined) => (cause?: unknown) => {
    // One failure is reported several times: as an error, an end and a failed query.
    if (closed || connection !== client) return;
    connection = undefined;
    client?.end().catch(() => {});
    onError(postgresError(cause ?? new Error('Connection terminated')));
    retry = setTimeout(() => void listen(), retryMs).unref();
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  };

  // A connection that a firewall dropped silently fails only when it is used.
  const heartbeat = setInterval(() => {
    const client = connection;
    client?.query('SELECT 1').catch(onFailure(client));
  }, HEARTBEAT_MS).unref();

  await listen();
  return {
    tag,
    announce: (sessionId) => listeners.emit(sessionId),
    subscribe: (listener) => listeners.add(listener),
    close: async () => {
      closed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      await connection?.end().catch(() => {});
    },
  };
}
