import type { HostedLink, HostedSession, LinkVia } from '@authly/contract/hosted/session';
import { clockOffset } from './time-left.ts';

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
  /** How far the server's clock is ahead of this device's. */
  clockOffset = 0;

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

  async #call<T>(method: string, path: string): Promise<Reply<T>> {
    const cut = new AbortController();
    const timer = setTimeout(() => cut.abort(), ANSWER_WITHIN_MS);
    try {
      const answer = await this.#send(method, path, cut.signal);
      return { status: answer.status, body: answer.status === 200 ? ((await answer.json()) as T) : undefined };
    } finally {
      clearTimeout(timer);
    }
  }

  async #send(method: string, path: string, signal: AbortSignal): Promise<Response> {
    const answer = await this.#fetch(`/hosted/v1/${path}`, {
      method,
      signal,
      cache: 'no-store',
      headers: { Authorization: `Bearer ${this.#token}` },
    });
    // A refusal may come from something in between, with a clock of its own.
    if (answer.ok) this.clockOffset = clockOffset(answer.headers.get('date'), Date.now()) ?? this.clockOffset;
    return answer;
  }
}
