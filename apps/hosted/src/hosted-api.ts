import type { ErrorBody } from '@authly/contract/schemas/error-body';
import { HOSTED_CALLS, type HostedCall } from '@authly/contract/operation-table';
import type { LinksWanted, LinkVia } from '@authly/contract/wire/hosted/links';
import type { HostedLink } from '@authly/contract/operations/hosted-link';
import type { HostedOpened } from '@authly/contract/operations/hosted-opened';
import type { HostedSession } from '@authly/contract/operations/hosted-session';
import { ServiceClock } from '@authly/app-client/time/service-clock.ts';
import { AppLinks } from './app-links.ts';

const ANSWER_WITHIN_MS = 10_000;

export interface HostedReply<T> {
  readonly status: number;
  /** Undefined unless the status is 200. */
  readonly body: T | undefined;
}

interface HostedApiOptions {
  readonly fetch?: typeof globalThis.fetch;
  readonly firstVia?: LinkVia;
}

/** The token is sent in `Authorization` only. A call rejects if the service did not answer. A proxy’s error page is not an answer. */
export class HostedApi {
  readonly #token: string;
  readonly #fetch: typeof fetch;
  readonly #firstVia: LinkVia | undefined;
  readonly clock = new ServiceClock();
  readonly links = new AppLinks();

  constructor(token: string, { fetch = globalThis.fetch.bind(globalThis), firstVia }: HostedApiOptions = {}) {
    this.#token = token;
    this.#fetch = fetch;
    this.#firstVia = firstVia;
  }

  readonly session = (): Promise<HostedReply<HostedSession>> => this.#call('hostedSession');
  readonly cancel = (): Promise<HostedReply<HostedSession>> => this.#call('hostedCancel');

  /** The response includes the first link, which saves a slow phone a call. */
  async opened(): Promise<HostedReply<HostedSession>> {
    const via = this.#firstVia;
    const { status, body } = await this.#call<HostedOpened>('hostedOpened', via && `?via=${via}`);
    if (body === undefined) return { status, body };
    const { link, ...session } = body;
    if (via && link) this.links.put(via, link);
    return { status, body: session };
  }

  async link(via: LinkVia): Promise<HostedReply<HostedLink>> {
    const reply = await this.#call<HostedLink>('hostedLink', `?via=${via}`);
    if (reply.body) this.links.put(via, reply.body);
    return reply;
  }

  events(signal: AbortSignal, links?: LinksWanted): Promise<Response> {
    return this.#send('hostedEvents', links === undefined ? '' : `?links=${links}`, signal);
  }

  async #call<T extends HostedOpened | HostedLink>(name: HostedCall, query = ''): Promise<HostedReply<T>> {
    const answer = await this.#send(name, query, AbortSignal.timeout(ANSWER_WITHIN_MS));
    const read = (await answer.json()) as T & Partial<ErrorBody>;
    if (answer.status !== 200 && read.error?.request_id === undefined) throw new Error('No answer of the service.');
    const body = answer.status === 200 ? read : undefined;
    this.clock.set(body?.now);
    return { status: answer.status, body };
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
