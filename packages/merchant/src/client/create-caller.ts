import { FORM_BODY, JSON_BODY, OPERATIONS, type OperationName } from '@authly/contract/operations';
import type { Clock } from '../clock.ts';
import { userAgent } from '../user-agent.ts';
import { AuthlyError } from './authly-error.ts';
import { decideRetry } from './decide-retry.ts';
import { type AnswerReport, type ClientHooks, tell } from './hooks.ts';
import { type ServiceAnswer, sendOnce } from './send-once.ts';
import type { TokenCache } from './token-cache.ts';

export interface ClientCall {
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

export type Caller = <Body>(call: ClientCall) => Promise<Body>;

interface CallerOptions extends ClientHooks {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly fetch?: typeof fetch;
  readonly maxRetries: number;
}

/** Sends a call until it is answered or `decideRetry` says no. The body and the idempotency key stay the same on every attempt. */
export function createCaller({ baseUrl, clock, maxRetries, ...options }: CallerOptions): Caller {
  const send = (call: ClientCall, token: string | undefined): Promise<ServiceAnswer> =>
    sendOnce(
      options.fetch ?? fetch,
      {
        ...call,
        method: OPERATIONS[call.operation].method,
        expectedStatus: OPERATIONS[call.operation].success,
        url: baseUrl + call.path,
        headers: { ...userAgent(), ...call.headers, ...authorization(token), ...contentType(call) },
        ...body(call),
      },
      () => clock.now(),
    );

  const attemptOnce = async (call: ClientCall, token: string | undefined, attempt: number): Promise<object> => {
    const { operation } = call;
    const began = clock.now();
    tell(options.onRequest, { operation, attempt });
    const report = (rest: Partial<AnswerReport>): void =>
      tell(options.onAnswer, { operation, attempt, ...rest, durationMs: clock.now() - began });
    try {
      const { document, status, requestId } = await send(call, token);
      report({ status, ...(requestId !== undefined && { requestId }) });
      return document;
    } catch (error) {
      if (error instanceof AuthlyError) report(refusalOf(error));
      throw error;
    }
  };

  return async <Body>(call: ClientCall): Promise<Body> => {
    let tokenRenewed = false;
    for (let attempts = 1; ; attempts++) {
      const token = await call.tokens?.get(call.signal);
      try {
        return (await attemptOnce(call, token, attempts)) as Body;
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
        const { reason, delayMs } = decision;
        tell(options.onRetry, { operation: call.operation, attempt: attempts, code: error.code, reason, delayMs });
        if (decision.renewToken && token !== undefined) {
          call.tokens?.discard(token);
          tokenRenewed = true;
        }
        await pause(clock, decision.delayMs, call.signal);
      }
    }
  };
}

const refusalOf = ({ code, status, requestId }: AuthlyError): Partial<AnswerReport> => ({
  code,
  ...(status !== undefined && { status }),
  ...(requestId !== undefined && { requestId }),
});

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

const contentType = ({ json, form }: ClientCall): Record<string, string> =>
  json !== undefined ? { 'content-type': JSON_BODY } : form !== undefined ? { 'content-type': FORM_BODY } : {};

const body = ({ json, form }: ClientCall): { body?: string } =>
  json !== undefined
    ? { body: JSON.stringify(json) }
    : form !== undefined
      ? { body: new URLSearchParams(form).toString() }
      : {};
