import type { CallbackRequest } from '@authly/contract/app/callback';
import type { ClaimRequest, ClaimResponse } from '@authly/contract/app/claim';
import type { AppFailureRequest } from '@authly/contract/app/failure';
import type { AppSession, AppStatus } from '@authly/contract/app/session';
import type { ErrorBody } from '@authly/contract/error-body';
import { LIMITS } from '@authly/contract/limits';
import { operationPath } from '@authly/contract/operation-path';
import { JSON_BODY, OPERATIONS, type OperationName } from '@authly/contract/operations';

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
export const WAIT_S = LIMITS.resultWaitMaxS;

/** The app's four calls. A call rejects when no answer came. */
export class AppApi {
  readonly #fetch: typeof fetch;
  /** How far the server's clock is ahead of this device's. */
  clockOffset = 0;

  constructor({ fetch = globalThis.fetch.bind(globalThis) }: { fetch?: typeof globalThis.fetch } = {}) {
    this.#fetch = fetch;
  }

  claim(body: ClaimRequest, signal: AbortSignal): Promise<Reply<ClaimResponse>> {
    return this.#call('claimSession', operationPath('claimSession'), { body, signal });
  }

  /** Answers at once when the status is final, at the next change, or when the wait is over. */
  session(
    { session_id, app_token: token }: ClaimResponse,
    wait: number,
    signal: AbortSignal,
  ): Promise<Reply<AppSession>> {
    return this.#call('appSession', `${operationPath('appSession', { session_id })}?wait=${wait}`, {
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
    return this.#call('appCallback', operationPath('appCallback', { session_id }), {
      token,
      body,
      signal,
      within: PROCESSED_WITHIN_MS,
    });
  }

  failure(
    { session_id, app_token: token }: ClaimResponse,
    body: AppFailureRequest,
    signal: AbortSignal,
  ): Promise<Reply<AppStatus>> {
    return this.#call('appFailure', operationPath('appFailure', { session_id }), { token, body, signal });
  }

  async #call<T>(
    operation: OperationName,
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
      return await this.#send<T>(operation, path, token, body, cut.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  async #send<T>(
    operation: OperationName,
    path: string,
    token: string | undefined,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<Reply<T>> {
    const answer = await this.#fetch(path, {
      method: OPERATIONS[operation].method,
      cache: 'no-store',
      credentials: 'omit',
      signal,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': JSON_BODY }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const date = Date.parse(answer.headers.get('date') ?? '');
    // The header has whole seconds: half of one is the best guess.
    if (!Number.isNaN(date)) this.clockOffset = date + 500 - Date.now();
    const read = (await answer.json().catch(() => undefined)) as T | ErrorBody | undefined;
    if (answer.status === 200 && read !== undefined) return { status: 200, body: read as T, code: undefined };
    return { status: answer.status, body: undefined, code: (read as ErrorBody | undefined)?.error?.code };
  }
}

/** The answer says nothing about the request, only that this was not the moment: too many at once, or the service is down. */
export const isPassing = ({ status }: Reply<unknown>): boolean => status === 429 || status >= 500;
