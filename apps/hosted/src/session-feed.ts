import type { LinksWanted } from '@authly/contract/wire/hosted/links';
import type { HostedSession } from '@authly/contract/operations/hosted-session';
import { PROCESSING_ALLOWANCE_MAX_MS } from '@authly/contract/wire/session-times';
import { isFinal } from '@authly/contract/wire/states';
import { backoff } from '@authly/app-client/time/backoff.ts';
import type { HostedApi, HostedReply } from './hosted-api.ts';
import { LiveEvents } from './live-events.ts';

/** `refused`: the token is not valid. `lost`: no response came by the time the session must have ended. */
type Connection = 'connecting' | 'live' | 'retrying' | 'lost' | 'refused';

export interface FeedState {
  readonly session: HostedSession | undefined;
  readonly connection: Connection;
}

const STREAM_TRIES = 2;
const POLL_MS = 3000;
const READS_PER_STREAM = 10;
const NEXT_STREAM_MS = 500;
const BACKOFF = { firstMs: 1000, maxMs: 10_000 };

export class SessionFeed {
  readonly #api: HostedApi;
  readonly #onChange: (state: FeedState) => void;
  /** Undefined while the page is hidden. */
  readonly #links: () => LinksWanted | undefined;
  #state: FeedState = { session: undefined, connection: 'connecting' };
  #opened = false;
  #running = false;
  #streamFailures = 0;
  #reads = 0;
  #lastRead: ReturnType<typeof setTimeout> | undefined;
  #wake: () => void = () => {};
  #stream: LiveEvents | undefined;

  constructor(
    api: HostedApi,
    onChange: (state: FeedState) => void,
    links: () => LinksWanted | undefined = () => undefined,
  ) {
    this.#api = api;
    this.#onChange = onChange;
    this.#links = links;
  }

  get state(): FeedState {
    return this.#state;
  }

  resume(): void {
    this.#opened = true;
    this.start();
  }

  start(): void {
    if (this.#running || this.#ended) return;
    this.#running = true;
    void this.#follow().finally(() => (this.#running = false));
  }

  refresh(): void {
    if (this.#stream?.isOverdue || this.#stream?.lacksLinks) this.#stream.close();
    this.#wake();
    this.start();
  }

  /** A stream would notice a lost network too late. */
  disconnect(): void {
    this.#stream?.close();
    this.#wake();
  }

  /** The answer of an action counts like an event. */
  show(session: HostedSession): void {
    // An event may have overtaken the answer. A final state stays.
    if (this.#state.session && isFinal(this.#state.session.status)) return;
    this.#change({ session, connection: 'live' });
    this.#planLastRead(session);
    if (isFinal(session.status)) {
      this.#stream?.close();
      this.#wake();
    }
  }

  async read(): Promise<boolean> {
    return this.#accept(await this.#api.session());
  }

  get #ended(): boolean {
    const { session, connection } = this.#state;
    return connection === 'refused' || (session !== undefined && isFinal(session.status));
  }

  async #follow(): Promise<void> {
    for (let failures = 0; !this.#ended; ) {
      const received = await this.#receive().catch(() => false);
      failures = received ? 0 : failures + 1;
      if (this.#ended) return;
      if (!received && this.#isOver()) return this.#change({ ...this.#state, connection: 'lost' });
      if (!received) this.#change({ ...this.#state, connection: 'retrying' });
      await this.#pause(received ? (this.#polls ? POLL_MS : NEXT_STREAM_MS) : backoff(failures, BACKOFF));
    }
  }

  get #polls(): boolean {
    return this.#streamFailures >= STREAM_TRIES && this.#reads % READS_PER_STREAM !== 0;
  }

  async #receive(): Promise<boolean> {
    if (!this.#opened) {
      const reply = await this.#api.opened();
      // 409: the session has ended; the stream or a read says how.
      if (reply.status !== 409 && !this.#accept(reply)) return false;
      this.#opened = true;
    }
    if (this.#ended) return true;
    this.#reads++;
    if (this.#polls) return this.read();
    const received = await this.#listen();
    this.#streamFailures = received ? 0 : this.#streamFailures + 1;
    return received || this.#ended || this.read();
  }

  #accept({ status, body }: HostedReply<HostedSession>): boolean {
    if (status === 401) this.#change({ ...this.#state, connection: 'refused' });
    if (body !== undefined) this.show(body);
    return body !== undefined;
  }

  async #listen(): Promise<boolean> {
    this.#stream = new LiveEvents(
      (session) => this.show(session),
      () => (this.#state.session?.status === 'opened' ? this.#links() : undefined),
    );
    const received = await this.#stream.read(this.#api);
    this.#stream = undefined;
    return received;
  }

  /** Reads once more when the session must have ended: an event can be lost. */
  #planLastRead({ expires_at: expiresAt }: HostedSession): void {
    clearTimeout(this.#lastRead);
    if (expiresAt === undefined) return;
    const wait = this.#api.clock.timeLeft(expiresAt) + PROCESSING_ALLOWANCE_MAX_MS;
    this.#lastRead = setTimeout(() => void this.read().catch(() => this.refresh()), wait);
  }

  #isOver(): boolean {
    const expiresAt = this.#state.session?.expires_at;
    return expiresAt !== undefined && this.#api.clock.now() > Date.parse(expiresAt) + PROCESSING_ALLOWANCE_MAX_MS;
  }

  #change(state: FeedState): void {
    if (state.session === this.#state.session && state.connection === this.#state.connection) return;
    this.#state = state;
    this.#onChange(state);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
