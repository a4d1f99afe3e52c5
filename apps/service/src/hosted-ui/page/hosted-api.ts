import type { HostedLink, HostedSession, LinkVia } from '@authly/contract/hosted/session';
import { ServiceClock } from '@authly/page-kit/service-clock.ts';

/** Longer than a slow phone network takes, shorter than a person waits. */
const ANSWER_WITHIN_MS = 10_000;

export interface Reply<T> {
  readonly status: number;
  /** Of an answer 200 alone. */
  readonly body: T | undefined;
}

/** The page's calls. The token travels in `Authorization` only. A call rejects when no answer came. */
export class HostedApi {
  readonly #token: string;
  readonly #fetch: typeof fetch;
  readonly clock = new ServiceClock();

  constructor(token: string, { fetch = globalThis.fetch.bind(globalThis) }: { fetch?: typeof globalThis.fetch } = {}) {
    this.#token = token;
    this.#fetch = fetch;
  }

  readonly opened = (): Promise<Reply<HostedSession>> => this.#call('POST', 'opened');
  readonly session = (): Promise<Reply<HostedSession>> => this.#call('GET', 'session');
  readonly confirm = (): Promise<Reply<HostedSession>> => this.#call('POST', 'confirm');
  readonly cancel = (): Promise<Reply<HostedSession>> => this.#call('POST', 'cancel');
  readonly link = (via: LinkVia): Promise<Reply<HostedLink>> => this.#call('GET', `link?via=${via}`);

  /** The open event stream; its body is read by whoever asked. */
  events(signal: AbortSignal): Promise<Response> {
    return this.#send('GET', 'events', signal);
  }

  async #call<T extends HostedSession | HostedLink>(method: string, path: string): Promise<Reply<T>> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), ANSWER_WITHIN_MS);
    try {
      const answer = await this.#send(method, path, timeout.signal);
      const body = answer.status === 200 ? ((await answer.json()) as T) : undefined;
      this.clock.set(body?.now);
      return { status: answer.status, body };
    } finally {
      clearTimeout(timer);
    }
  }

  #send(method: string, path: string, signal: AbortSignal): Promise<Response> {
    return this.#fetch(`/hosted/v1/${path}`, {
      method,
      signal,
      cache: 'no-store',
      headers: { Authorization: `Bearer ${this.#token}` },
    });
  }
}
