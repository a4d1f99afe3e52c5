import type { CallbackRequest } from '@authly/contract/captures/app-callback';
import type { ClaimRequest, ClaimResponse } from '@authly/contract/operations/claim-session';
import type { AppConfirmed, AppConfirmRequest } from '@authly/contract/operations/app-confirm';
import type { AppFailureRequest } from '@authly/contract/operations/app-failure';
import type { AppSession, AppStatus } from '@authly/contract/operations/app-session';
import type { ErrorBody } from '@authly/contract/schemas/error-body';
import { LIMITS } from '@authly/contract/wire/limits';
import { operationPath } from '@authly/contract/wire/operation-path';
import { JSON_BODY, OPERATIONS, type OperationName } from '@authly/contract/operation-table';
import { PROCESSING_ALLOWANCE_MAX_MS } from '@authly/contract/wire/session-times';
import { ServiceClock } from './time/service-clock.ts';

export interface AppReply<T> {
  readonly status: number;
  readonly body: T | undefined;
  readonly code: string | undefined;
}

const ANSWER_WITHIN_MS = 15_000;
const PROCESSED_WITHIN_MS = PROCESSING_ALLOWANCE_MAX_MS + ANSWER_WITHIN_MS;
export const WAIT_S = LIMITS.resultWaitMaxS;

interface CallOptions {
  readonly signal: AbortSignal;
  readonly claim?: ClaimResponse;
  readonly body?: object;
  readonly query?: string;
  readonly withinMs?: number;
}

/** A call rejects without an answer of the service: one that breaks off or comes from a proxy says nothing about the session. */
export class AppApi {
  readonly #fetch: typeof fetch;
  readonly clock = new ServiceClock();

  constructor({ fetch = globalThis.fetch.bind(globalThis) } = {}) {
    this.#fetch = fetch;
  }

  claim(body: ClaimRequest, signal: AbortSignal): Promise<AppReply<ClaimResponse>> {
    return this.#call('claimSession', { body, signal });
  }

  /** Answers at once when the status is final, else at the next change or after the wait. */
  session(claim: ClaimResponse, waitS: number, signal: AbortSignal): Promise<AppReply<AppSession>> {
    const withinMs = ANSWER_WITHIN_MS + waitS * 1000;
    return this.#call('appSession', { claim, query: `?wait=${waitS}`, signal, withinMs });
  }

  /** Must not be repeated without asking the user again: each wrong number counts. */
  confirm(claim: ClaimResponse, body: AppConfirmRequest, signal: AbortSignal): Promise<AppReply<AppConfirmed>> {
    return this.#call('appConfirm', { claim, body, signal });
  }

  /** May be repeated: only the first one that arrives is read. */
  callback(claim: ClaimResponse, body: CallbackRequest, signal: AbortSignal): Promise<AppReply<AppStatus>> {
    return this.#call('appCallback', { claim, body, signal, withinMs: PROCESSED_WITHIN_MS });
  }

  failure(claim: ClaimResponse, body: AppFailureRequest, signal: AbortSignal): Promise<AppReply<AppStatus>> {
    return this.#call('appFailure', { claim, body, signal });
  }

  /** A 400 is repeated once: the request may have been cut off on its way. */
  async #call<T>(name: OperationName, options: CallOptions): Promise<AppReply<T>> {
    const reply = await this.#callOnce<T>(name, options);
    return reply.status === 400 ? this.#callOnce(name, options) : reply;
  }

  async #callOnce<T>(name: OperationName, options: CallOptions): Promise<AppReply<T>> {
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    const timer = setTimeout(stop, options.withinMs ?? ANSWER_WITHIN_MS);
    options.signal.addEventListener('abort', stop);
    if (options.signal.aborted) stop();
    try {
      return await this.#send<T>(name, { ...options, signal: abort.signal });
    } finally {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', stop);
    }
  }

  async #send<T>(name: OperationName, { claim, body, query = '', signal }: CallOptions): Promise<AppReply<T>> {
    const path = operationPath(name, claim && { session_id: claim.session_id });
    const answer = await this.#fetch(path + query, {
      method: OPERATIONS[name].method,
      cache: 'no-store',
      // The cookie of the hosted page in the same browser: no join check is needed then.
      credentials: 'same-origin',
      signal,
      headers: {
        ...(claim && { Authorization: `Bearer ${claim.app_token}` }),
        ...(body && { 'Content-Type': JSON_BODY }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const read = (await answer.json()) as Partial<ErrorBody> & { now?: string };
    if (answer.status === 200) {
      this.clock.set(read.now);
      return { status: 200, body: read as T, code: undefined };
    }
    if (read.error?.request_id === undefined) throw new Error('No answer of the service.');
    return { status: answer.status, body: undefined, code: read.error.code };
  }
}

export const isTemporary = ({ status }: AppReply<unknown>): boolean => status === 429 || status >= 500;
