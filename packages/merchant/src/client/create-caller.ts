import { FORM_BODY, JSON_BODY, OPERATIONS, type OperationName } from '@authly/contract/operations';
import type { Clock } from '../clock.ts';
import { AuthlyError } from './authly-error.ts';
import { decideRetry } from './decide-retry.ts';
import { sendOnce } from './send-once.ts';
import type { TokenCache } from './token-cache.ts';

export interface Call {
  readonly operation: OperationName;
  /** With its parameters filled in, and the query. */
  readonly path: string;
  readonly expectedFields: readonly string[];
  readonly timeoutMs: number;
  /** Whether doing it twice is the same as doing it once. */
  readonly repeatable: boolean;
  /** Absent for the token request itself. */
  readonly tokens?: TokenCache;
  readonly json?: object;
  readonly form?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal | undefined;
}

export type Caller = <Answer>(call: Call) => Promise<Answer>;

interface CallerOptions {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly fetch?: typeof fetch;
  readonly maxRetries?: number;
}

/** Sends a call until it is answered or `decideRetry` says no. The body and the idempotency key stay the same on every attempt. */
export function createCaller({ baseUrl, clock, maxRetries = 2, ...options }: CallerOptions): Caller {
  const attemptOnce = async (call: Call, token: string | undefined): Promise<object> =>
    sendOnce(
      options.fetch ?? fetch,
      {
        ...call,
        method: OPERATIONS[call.operation].method,
        expectedStatus: OPERATIONS[call.operation].success,
        url: baseUrl + call.path,
        headers: { ...call.headers, ...authorization(token), ...contentType(call) },
        ...body(call),
      },
      () => clock.now(),
    );

  return async <Answer>(call: Call): Promise<Answer> => {
    let tokenRenewed = false;
    for (let attempts = 1; ; attempts++) {
      const token = await call.tokens?.get(call.signal);
      try {
        return (await attemptOnce(call, token)) as Answer;
      } catch (error) {
        if (!(error instanceof AuthlyError)) throw error;
        const decision = decideRetry({
          error,
          attempts,
          maxRetries,
          repeatable: call.repeatable,
          tokenRenewed: tokenRenewed || token === undefined,
          random: Math.random(),
        });
        if (!decision.retry) throw error;
        if (decision.renewToken && token !== undefined) {
          call.tokens?.discard(token);
          tokenRenewed = true;
        }
        await pause(clock, decision.delayMs, call.signal);
      }
    }
  };
}

async function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms === 0) return;
  try {
    await clock.sleep(ms, signal);
  } catch (cause) {
    throw new AuthlyError('aborted', 'The call was aborted.', { cause });
  }
}

const authorization = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

const contentType = ({ json, form }: Call): Record<string, string> =>
  json !== undefined ? { 'content-type': JSON_BODY } : form !== undefined ? { 'content-type': FORM_BODY } : {};

const body = ({ json, form }: Call): { body?: string } =>
  json !== undefined
    ? { body: JSON.stringify(json) }
    : form !== undefined
      ? { body: new URLSearchParams(form).toString() }
      : {};
