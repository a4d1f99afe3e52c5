import { HOSTED_HEARTBEAT_MS } from '@authly/contract/wire/session-times';
import { LINKS_WANTED, type LinksWanted } from '@authly/contract/wire/hosted/links';
import type { HostedLinkEvent } from '@authly/contract/operations/hosted-events';
import type { HostedSession } from '@authly/contract/operations/hosted-session';
import { EventStreamReader } from './event-stream.ts';
import type { HostedApi } from './hosted-api.ts';

/** Longer than two of the service's heartbeats: a stream that is silent for this long is dead. */
const MAX_SILENCE_MS = 2 * HOSTED_HEARTBEAT_MS + 5000;
/** The service sends the first event at once: without it, a proxy is buffering the stream. */
const FIRST_EVENT_WITHIN_MS = 6000;

export class LiveEvents {
  readonly #onSession: (session: HostedSession) => void;
  readonly #wanted: () => LinksWanted | undefined;
  #links: LinksWanted | undefined;
  readonly #abort = new AbortController();
  #receivedAt = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onSession: (session: HostedSession) => void, wanted: () => LinksWanted | undefined = () => undefined) {
    this.#onSession = onSession;
    this.#wanted = wanted;
  }

  /** The page shows links that this stream does not bring. */
  get lacksLinks(): boolean {
    return this.#wanted() !== undefined && this.#links === undefined;
  }

  /** A heartbeat is overdue: after a sleep, a stream may be dead without knowing. */
  get isOverdue(): boolean {
    return Date.now() - this.#receivedAt > MAX_SILENCE_MS / 2;
  }

  close(): void {
    this.#abort.abort();
  }

  /** Whether an event arrived, also before an interruption. Never rejects. */
  async read(api: HostedApi): Promise<boolean> {
    let received = false;
    this.#closeAfter(FIRST_EVENT_WITHIN_MS);
    try {
      this.#links = this.#wanted();
      const answer = await api.events(this.#abort.signal, this.#links);
      if (!answer.ok || !answer.body) return false;
      const events = new EventStreamReader();
      const bytes = answer.body.getReader();
      for (let chunk = await bytes.read(); !chunk.done; chunk = await bytes.read()) {
        this.#receivedAt = Date.now();
        for (const { name, data } of events.push(chunk.value)) {
          if (!received && this.#links !== undefined) api.links.coming = LINKS_WANTED[this.#links];
          received = true;
          this.#take(api, name, JSON.parse(data) as HostedSession | HostedLinkEvent);
        }
        if (received) this.#closeAfter(MAX_SILENCE_MS);
      }
    } catch {
      // The stream was interrupted.
    } finally {
      clearTimeout(this.#timer);
      api.links.coming = [];
    }
    return received;
  }

  #take(api: HostedApi, name: string, data: HostedSession | HostedLinkEvent): void {
    api.clock.set(data.now);
    if (name === 'session') this.#onSession(data as HostedSession);
    if (name !== 'link') return;
    const { via, ...link } = data as HostedLinkEvent;
    api.links.put(via, link);
    // The page is hidden: the next stream asks for no links.
    if (this.#wanted() === undefined) this.close();
  }

  #closeAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close(), ms);
  }
}
