import type { CallbackRequest } from '@authly/contract/app/callback';
import type { ClaimRequest, ClaimResponse } from '@authly/contract/app/claim';
import type { AppFailureRequest } from '@authly/contract/app/failure';
import type { AppSession, AppStatus } from '@authly/contract/app/session';
import type { ErrorBody } from '@authly/contract/error-body';
import { ServiceClock } from '@authly/page-kit/service-clock.ts';

export interface Reply<T> {
  readonly status: number;
  /** Of an answer 200 alone. */
  readonly body: T | undefined;
  /** The code of a refusal, where it has one. */
  readonly code: string | undefined;
}

const ANSWER_WITHIN_MS = 15_000;
/** The service may work on a capture for its processing deadline: 15 s, and a merchant's timeout each time it is tried. */
const PROCESSED_WITHIN_MS = 90_000;
export const WAIT_S = 25;

type Sent = 'POST' | 'GET';

/** The four calls of `/app/v1`. A call rejects when no answer came. */
export class AppApi {
  readonly #fetch: typeof fetch;
  readonly clock = new ServiceClock();

  constructor({ fetch = globalThis.fetch.bind(globalThis) }: { fetch?: typeof globalThis.fetch } = {}) {
    this.#fetch = fetch;
  }

  claim(body: ClaimRequest, signal: AbortSignal): Promise<Reply<ClaimResponse>> {
    return this.#call('POST', 'claims', { body, signal });
  }

  /** Answers at once when the status is final, at the next change, or when the wait is over. */
  session(
    { session_id, app_token: token }: ClaimResponse,
    wait: number,
    signal: AbortSignal,
  ): Promise<Reply<AppSession>> {
    return this.#call('GET', `sessions/${session_id}?wait=${wait}`, {
      token,
      signal,
      within: ANSWER_WITHIN_MS + wait * 1000,
    });
  }

  /** May be sent again: only the first one that arrives is read. */
  callback(
    { session_id, app_token: token }: ClaimResponse,
    body: CallbackRequest,
    signal: AbortSignal,
  ): Promise<Reply<AppStatus>> {
    return this.#call('POST', `sessions/${session_id}/callback`, { token, body, signal, within: PROCESSED_WITHIN_MS });
  }

  failure(
    { session_id, app_token: token }: ClaimResponse,
    body: AppFailureRequest,
    signal: AbortSignal,
  ): Promise<Reply<AppStatus>> {
    return this.#call('POST', `sessions/${session_id}/failure`, { token, body, signal });
  }

  async #call<T>(
    method: Sent,
    path: string,
    {
      token,
      body,
      signal,
      within = ANSWER_WITHIN_MS,
    }: { token?: string; body?: object; signal: AbortSignal; within?: number },
  ): Promise<Reply<T>> {
    const cut = new AbortController();
    const stop = (): void => cut.abort();
    const timer = setTimeout(stop, within);
    signal.addEventListener('abort', stop);
    try {
      return await this.#send<T>(method, path, token, body, cut.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  async #send<T>(
    method: Sent,
    path: string,
    token: string | undefined,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<Reply<T>> {
    const answer = await this.#fetch(`/app/v1/${path}`, {
      method,
      cache: 'no-store',
      credentials: 'omit',
      signal,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const read = (await answer.json().catch(() => undefined)) as T | ErrorBody | undefined;
    if (answer.status === 200 && read !== undefined) {
      this.clock.set((read as { now?: string }).now);
      return { status: 200, body: read as T, code: undefined };
    }
    return { status: answer.status, body: undefined, code: (read as ErrorBody | undefined)?.error?.code };
  }
}

/** The answer says nothing about the request, only that this was not the moment: too many at once, or the service is down. */
export const isPassing = ({ status }: Reply<unknown>): boolean => status === 429 || status >= 500;
