import type { HostedSession } from '@authly/contract/hosted/session';
import { PROCESSING_ALLOWANCE_MAX_MS } from '@authly/contract/session-times';
import { isFinal } from '@authly/contract/states';
import { backoff } from '@authly/page-kit/backoff.ts';
import type { HostedApi, Reply } from './hosted-api.ts';
import { LiveEvents } from './live-events.ts';

/** `refused`: the token is not, or no longer, good. `lost`: nothing was heard past the last moment at which it could have ended. */
export type Connection = 'connecting' | 'live' | 'retrying' | 'lost' | 'refused';

export interface FeedState {
  readonly session: HostedSession | undefined;
  readonly connection: Connection;
}

/** So many streams in a row without an event, and the page polls. */
const STREAM_TRIES = 2;
const POLL_MS = 3000;
/** While polling, a stream is tried again at every tenth look. */
const LOOKS_PER_STREAM = 10;
/** A stream that ended well is opened again after this. */
const NEXT_STREAM_MS = 500;
const BACKOFF = { firstMs: 1000, maxMs: 10_000 };

/** Follows one session from opening the page to its end: event stream first, polling where streams do not get through. */
export class SessionFeed {
  readonly #api: HostedApi;
  readonly #onChange: (state: FeedState) => void;
  #state: FeedState = { session: undefined, connection: 'connecting' };
  #opened = false;
  #running = false;
  #streamMisses = 0;
  #looks = 0;
  #lastLook: ReturnType<typeof setTimeout> | undefined;
  #wake: () => void = () => {};
  #stream: LiveEvents | undefined;

  constructor(api: HostedApi, onChange: (state: FeedState) => void) {
    this.#api = api;
    this.#onChange = onChange;
  }

  get state(): FeedState {
    return this.#state;
  }

  start(): void {
    if (this.#running || this.#ended) return;
    this.#running = true;
    void this.#follow().finally(() => (this.#running = false));
  }

  /** The tab is back, or the network: look now instead of waiting on. */
  nudge(): void {
    if (this.#stream?.isSuspect) this.#stream.cut();
    this.#wake();
    this.start();
  }

  /** The device lost its network: a stream would not notice before long. */
  cut(): void {
    this.#stream?.cut();
    this.#wake();
  }

  /** What an action of this page was answered is as good as an event. */
  show(session: HostedSession): void {
    // An event may have overtaken the answer: the end stays the end.
    if (this.#state.session && isFinal(this.#state.session.status)) return;
    this.#change({ session, connection: 'live' });
    this.#planLastLook(session);
    if (isFinal(session.status)) {
      this.#stream?.cut();
      this.#wake();
    }
  }

  /** One look, whatever else goes on. */
  async look(): Promise<boolean> {
    return this.#take(await this.#api.session());
  }

  get #ended(): boolean {
    const { session, connection } = this.#state;
    return connection === 'refused' || (session !== undefined && isFinal(session.status));
  }

  async #follow(): Promise<void> {
    for (let misses = 0; !this.#ended; ) {
      const heard = await this.#hear().catch(() => false);
      misses = heard ? 0 : misses + 1;
      if (this.#ended) return;
      if (!heard && this.#isOver()) return this.#change({ ...this.#state, connection: 'lost' });
      if (!heard) this.#change({ ...this.#state, connection: 'retrying' });
      await this.#pause(heard ? (this.#polls ? POLL_MS : NEXT_STREAM_MS) : backoff(misses, BACKOFF));
    }
  }

  get #polls(): boolean {
    return this.#streamMisses >= STREAM_TRIES && this.#looks % LOOKS_PER_STREAM !== 0;
  }

  /** True if anything of the session came. */
  async #hear(): Promise<boolean> {
    if (!this.#opened) {
      const reply = await this.#api.opened();
      // 409: it has ended; the stream or a look tells how.
      if (reply.status !== 409 && !this.#take(reply)) return false;
      this.#opened = true;
    }
    if (this.#ended) return true;
    this.#looks++;
    if (this.#polls) return this.look();
    const heard = await this.#listen();
    this.#streamMisses = heard ? 0 : this.#streamMisses + 1;
    return heard || this.#ended || this.look();
  }

  #take({ status, body }: Reply<HostedSession>): boolean {
    if (status === 401) this.#change({ ...this.#state, connection: 'refused' });
    if (body !== undefined) this.show(body);
    return body !== undefined;
  }

  async #listen(): Promise<boolean> {
    this.#stream = new LiveEvents((session) => this.show(session));
    const { heard, refused } = await this.#stream.read(this.#api);
    this.#stream = undefined;
    if (refused) this.#change({ ...this.#state, connection: 'refused' });
    return heard;
  }

  /** A notice can be lost: one last look when the outcome must be there. */
  #planLastLook({ expires_at: expiresAt }: HostedSession): void {
    clearTimeout(this.#lastLook);
    if (expiresAt === undefined) return;
    const wait = this.#api.clock.timeLeft(expiresAt) + PROCESSING_ALLOWANCE_MAX_MS;
    this.#lastLook = setTimeout(() => void this.look().catch(() => this.nudge()), wait);
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
