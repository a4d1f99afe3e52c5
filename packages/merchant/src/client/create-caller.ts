import { FORM_BODY, JSON_BODY, OPERATIONS, type OperationName } from '@authly/contract/operation-table';
import type { Clock } from '../clock.ts';
import { userAgent } from '../user-agent.ts';
import { AuthlyError, sleep } from './authly-error.ts';
import { decideRetry } from './decide-retry.ts';
import { type AnswerReport, type ClientHooks, tell, type WarningReport } from './hooks.ts';
import { type ServiceAnswer, sendOnce } from './send-once.ts';
import type { TokenCache } from './token-cache.ts';

interface ClientCall {
  readonly operation: OperationName;
  readonly path: string;
  readonly expectedFields: readonly string[];
  readonly timeoutMs: number;
  readonly repeatable: boolean;
  /** Absent for the token request. */
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
  readonly fetch?: typeof fetch | undefined;
  readonly maxRetries: number;
}

/** Warnings may quote input, so their number is limited. */
const MAX_WARNINGS = 100;
const logWarning = ({ operation, warning }: WarningReport): void => console.warn(`Authly ${operation}: ${warning}`);

export function createCaller({ baseUrl, clock, maxRetries, ...options }: CallerOptions): Caller {
  const send = (call: ClientCall, token: string | undefined): Promise<ServiceAnswer> => {
    const { method, success } = OPERATIONS[call.operation];
    const [type, body] = bodyOf(call) ?? [];
    const attempt = {
      ...call,
      method,
      expectedStatus: success,
      url: baseUrl + call.path,
      body,
      headers: {
        ...userAgent(),
        ...call.headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
    };
    return sendOnce(options.fetch ?? fetch, attempt);
  };

  const warned = new Set<string>();
  const warnOnce = (operation: OperationName, warning: string): void => {
    if (warned.has(warning) || warned.size >= MAX_WARNINGS) return;
    warned.add(warning);
    tell(options.onWarning ?? logWarning, { operation, warning });
  };

  const attemptOnce = async (call: ClientCall, token: string | undefined, attempt: number): Promise<object> => {
    const { operation } = call;
    const began = clock.now();
    tell(options.onRequest, { operation, attempt });
    const report = (rest: Partial<AnswerReport>): void =>
      tell(options.onAnswer, { operation, attempt, ...rest, durationMs: clock.now() - began });
    try {
      const { document, status, requestId, warning } = await send(call, token);
      if (warning !== undefined) warnOnce(operation, warning);
      report({ status, requestId });
      return document;
    } catch (error) {
      if (error instanceof AuthlyError) {
        const { code, status, requestId } = error;
        report({ code, status, requestId });
      }
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
        await sleep(clock, delayMs, call.signal);
      }
    }
  };
}

const bodyOf = ({ json, form }: ClientCall): readonly [type: string, body: string] | undefined => {
  if (json !== undefined) return [JSON_BODY, JSON.stringify(json)];
  return form && [FORM_BODY, new URLSearchParams(form).toString()];
};
