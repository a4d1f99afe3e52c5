import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { changeListeners, type ChangeListener } from '../change-listeners.ts';
import { postgresError } from './errors.ts';
import { connectToPrimary, CONNECT_TIMEOUT_MS } from './primary.ts';
import type { Timeline } from './timeline.ts';

export const CHANNEL = 'authly_session';
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;
const HEARTBEAT_MS = 30_000;
const PROOF_WITHIN_MS = 1000;
/** Changes are sent together: a notification locks the whole server until its commit, and wakes every process. */
export const SEND_EVERY_MS = 100;
/** Postgres takes 8,000 bytes. */
const IDS_PER_NOTIFICATION = 150;
const LISTEN = `LISTEN ${CHANNEL}`;
/** Losing a notification with a crash of the server does no harm. The setting ends with the statement. */
const SEND = `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', $1)`;
/** Sent instead of a session id. A process that receives its own proof receives notifications. */
const PROOF = 'proof';

interface ChangesOptions {
  /** Returns the current address: its password may have changed. */
  readonly readUrl: () => string;
  /** It is false behind a pool, whose server connection would keep listening, for any client. */
  readonly listens: boolean;
  /** Uses another connection, which proves that both lead to one database. */
  readonly notify: (payload: string) => Promise<unknown>;
  /** That of the store's other connections, so that a former primary is not listened to. */
  readonly timeline: Timeline;
  readonly onError: (error: unknown) => void;
}

/** Listens and notifies on a separate connection and reconnects. Changes during a lost connection are not reported: subscribers also poll. */
export class Changes {
  readonly #options: ChangesOptions;
  readonly #listeners;
  /** Prefix of this process's notifications, which were emitted already. */
  readonly #tag = `${randomBytes(8).toString('hex')}:`;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #heard = Promise.withResolvers<void>();
  readonly #unsent = new Set<string>();
  #connection: Client | undefined;
  #isClosed = false;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;
  #sending: NodeJS.Timeout | undefined;
  /** Only a received notification proves this: the address may lead through a pool or to another database. */
  #isHearing = false;
  /** Since the last heartbeat. */
  #isProven = false;

  private constructor(options: ChangesOptions) {
    this.#options = options;
    this.#listeners = changeListeners(options.onError);
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /** Resolves when notifications arrive, or after a second. */
  static async open(options: ChangesOptions): Promise<Changes> {
    const changes = new Changes(options);
    await changes.#connect();
    if (options.listens && changes.#connection !== undefined)
      await Promise.race([changes.#heard.promise, pause(PROOF_WITHIN_MS)]);
    return changes;
  }

  get isHearing(): boolean {
    return this.#isHearing;
  }

  /** Tells this process at once, and others with the next notification. */
  announce(sessionId: string): void {
    this.#unsent.add(sessionId);
    // All processes send at the same moments, so that a listener wakes once for all of them.
    this.#sending ??= setTimeout(() => void this.#send(), SEND_EVERY_MS - (Date.now() % SEND_EVERY_MS));
    this.#listeners.emit(sessionId);
  }

  subscribe(listener: ChangeListener): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    clearTimeout(this.#sending);
    await this.#send();
    await this.#connection?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const { readUrl, listens, timeline } = this.#options;
    let client: Client | undefined;
    try {
      const config = { query_timeout: CONNECT_TIMEOUT_MS, application_name: 'authly listen' };
      this.#connection = client = await connectToPrimary(readUrl(), config, timeline);
      client.on('error', this.#onFailure(client));
      client.on('end', this.#onFailure(client));
      client.on('notification', ({ payload = '' }) => this.#receive(payload));
      if (this.#isClosed) await client.end();
      else if (listens) {
        await client.query(LISTEN);
        await this.#prove();
      }
      this.#retryMs = FIRST_RETRY_MS;
    } catch (error) {
      this.#onFailure(client)(error);
    }
  }

  #receive(payload: string): void {
    const isOwn = payload.startsWith(this.#tag);
    const content = payload.slice(payload.indexOf(':') + 1);
    if (content !== PROOF) {
      if (!isOwn) for (const sessionId of content.split(',')) this.#listeners.emit(sessionId);
    } else if (isOwn) {
      this.#isHearing = this.#isProven = true;
      this.#heard.resolve();
    }
  }

  /** The driver reports one failure as an error, an end and a failed query. */
  #onFailure(client: Client | undefined): (cause?: unknown) => void {
    return (cause = new Error('Connection terminated')) => {
      if (this.#isClosed || this.#connection !== client) return;
      this.#connection = undefined;
      this.#isHearing = false;
      client?.end().catch(() => {});
      this.#options.onError(postgresError(cause));
      this.#retry = setTimeout(() => void this.#connect(), this.#retryMs).unref();
      this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    };
  }

  async #send(): Promise<void> {
    this.#sending = undefined;
    const ids = [...this.#unsent];
    this.#unsent.clear();
    const client = this.#connection;
    for (let i = 0; i < ids.length; i += IDS_PER_NOTIFICATION) {
      const payload = this.#tag + ids.slice(i, i + IDS_PER_NOTIFICATION).join();
      await client?.query(SEND, [payload]).catch(this.#onFailure(client));
    }
  }

  /** A connection that a firewall dropped fails only when it is used. One to a former primary hears nothing. */
  #beat(): void {
    const client = this.#connection;
    client?.query('SELECT 1').catch(this.#onFailure(client));
    this.#isHearing &&= this.#isProven;
    this.#isProven = false;
    if (this.#options.listens && client) this.#prove().catch(this.#options.onError);
  }

  #prove(): Promise<unknown> {
    return this.#options.notify(this.#tag + PROOF);
  }
}
