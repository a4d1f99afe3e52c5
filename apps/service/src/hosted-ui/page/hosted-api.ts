import { HOSTED_CALLS, type HostedCall } from '@authly/contract/hosted/calls';
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

  readonly opened = (): Promise<Reply<HostedSession>> => this.#call('hostedOpened');
  readonly session = (): Promise<Reply<HostedSession>> => this.#call('hostedSession');
  readonly confirm = (): Promise<Reply<HostedSession>> => this.#call('hostedConfirm');
  readonly cancel = (): Promise<Reply<HostedSession>> => this.#call('hostedCancel');
  readonly link = (via: LinkVia): Promise<Reply<HostedLink>> => this.#call('hostedLink', `?via=${via}`);

  /** The open event stream; its body is read by whoever asked. */
  events(signal: AbortSignal): Promise<Response> {
    return this.#send('hostedEvents', '', signal);
  }

  async #call<T extends HostedSession | HostedLink>(name: HostedCall, query = ''): Promise<Reply<T>> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), ANSWER_WITHIN_MS);
    try {
      const answer = await this.#send(name, query, timeout.signal);
      const body = answer.status === 200 ? ((await answer.json()) as T) : undefined;
      this.clock.set(body?.now);
      return { status: answer.status, body };
    } finally {
      clearTimeout(timer);
    }
  }

  #send(name: HostedCall, query: string, signal: AbortSignal): Promise<Response> {
    const { method, path } = HOSTED_CALLS[name];
    return this.#fetch(path + query, {
      method,
      signal,
      cache: 'no-store',
      headers: { Authorization: `Bearer ${this.#token}` },
    });
  }
}
