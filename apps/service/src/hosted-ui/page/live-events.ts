import { HOSTED_HEARTBEAT_MS } from '@authly/contract/session-times';
import type { HostedSession } from '@authly/contract/hosted/session';
import { EventStreamReader } from './event-stream.ts';
import type { HostedApi } from './hosted-api.ts';

/** Longer than two of the service's heartbeats: a stream that is silent for this long is dead. */
const MAX_SILENCE_MS = 2 * HOSTED_HEARTBEAT_MS + 5000;
/** The first event is sent at once: a stream that opens without one is held back on the way. */
const FIRST_EVENT_WITHIN_MS = 6000;

/** One event stream, from its opening to its end. */
export class LiveEvents {
  readonly #onSession: (session: HostedSession) => void;
  readonly #abort = new AbortController();
  #receivedAt = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onSession: (session: HostedSession) => void) {
    this.#onSession = onSession;
  }

  /** A heartbeat is overdue: after a sleep, a stream may be dead without knowing. */
  get isOverdue(): boolean {
    return Date.now() - this.#receivedAt > MAX_SILENCE_MS / 2;
  }

  close(): void {
    this.#abort.abort();
  }

  /** Never rejects: what came before a stream broke off counts. */
  async read(api: HostedApi): Promise<{ received: boolean; refused: boolean }> {
    let received = false;
    this.#closeAfter(FIRST_EVENT_WITHIN_MS);
    try {
      const answer = await api.events(this.#abort.signal);
      if (!answer.ok || !answer.body) return { received, refused: answer.status === 401 };
      const events = new EventStreamReader();
      const bytes = answer.body.getReader();
      for (let chunk = await bytes.read(); !chunk.done; chunk = await bytes.read()) {
        this.#receivedAt = Date.now();
        for (const { name, data } of events.push(chunk.value)) {
          received = true;
          this.#take(api, name, JSON.parse(data) as HostedSession);
        }
        if (received) this.#closeAfter(MAX_SILENCE_MS);
      }
    } catch {
      // Cut off, by the network or by us.
    } finally {
      clearTimeout(this.#timer);
    }
    return { received, refused: false };
  }

  /** An event of the session, or a heartbeat that says the time alone. */
  #take(api: HostedApi, name: string, data: HostedSession): void {
    api.clock.set(data.now);
    if (name === 'session') this.#onSession(data);
  }

  #closeAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close(), ms);
  }
}
