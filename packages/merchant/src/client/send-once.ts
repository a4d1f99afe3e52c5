import type { ErrorBody } from '@authly/contract/schemas/error-body';
import { PARAM_HEADER, WARNING_HEADER } from '@authly/contract/wire/answer-headers';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import { whyNoAnswer } from '../why-no-answer.ts';
import { aborted, AuthlyError } from './authly-error.ts';

export interface Attempt {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly expectedStatus: number;
  readonly expectedFields: readonly string[];
}

export interface ServiceAnswer {
  readonly document: JsonObject;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly warning: string | undefined;
}

export async function sendOnce(fetchFn: typeof fetch, attempt: Attempt): Promise<ServiceAnswer> {
  const deadline = AbortSignal.timeout(attempt.timeoutMs);
  const signal = attempt.signal === undefined ? deadline : AbortSignal.any([attempt.signal, deadline]);
  let response: Response;
  let text: string;
  try {
    signal.throwIfAborted();
    const { url, method, headers, body = null } = attempt;
    // A redirect would send the token to another address. Edge runtimes do not support 'error' here.
    response = await fetchFn(url, { method, headers, signal, redirect: 'manual', body });
    text = await response.text();
  } catch (cause) {
    throw withoutAnswer(cause, attempt.signal, deadline);
  }
  const document = parseJson(text);
  if (
    response.status === attempt.expectedStatus &&
    isObject(document) &&
    attempt.expectedFields.every((name) => Object.hasOwn(document, name))
  )
    return {
      document,
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
      warning: response.headers.get(WARNING_HEADER) ?? undefined,
    };
  throw fromAnswer(response, isObject(document) ? document['error'] : undefined, attempt.url);
}

function withoutAnswer(cause: unknown, caller: AbortSignal | undefined, deadline: AbortSignal): AuthlyError {
  if (caller?.aborted) return aborted(caller.reason);
  if (deadline.aborted) return new AuthlyError('timeout', 'The service did not answer in time.', { cause });
  return new AuthlyError('network_error', whyNoAnswer(cause), { cause });
}

function fromAnswer(response: Response, error: unknown, url: string): AuthlyError {
  const { code, message, request_id } = (error ?? {}) as Partial<Record<keyof ErrorBody['error'], unknown>>;
  const requestId = response.headers.get('x-request-id') ?? (typeof request_id === 'string' ? request_id : undefined);
  const options = {
    status: response.status,
    requestId,
    retryAfterMs: retryAfter(response.headers),
    param: response.headers.get(PARAM_HEADER) ?? undefined,
    docsUrl: helpLink(response.headers.get('link'), url),
  };
  if (isCode(code))
    return new AuthlyError(code, typeof message === 'string' ? message.slice(0, MAX_MESSAGE_CHARS) : code, options);
  return new AuthlyError(
    'invalid_response',
    `The answer ${response.status} is not one that the contract knows.`,
    options,
  );
}

/** Codes of this client: an answer with one of them is invalid. */
const OWN_CODES: ReadonlySet<string> = new Set(['network_error', 'timeout', 'aborted', 'invalid_response']);

const isCode = (code: unknown): code is string =>
  typeof code === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(code) && !OWN_CODES.has(code);
const MAX_MESSAGE_CHARS = 500;

/** `Link: </docs/…#code>; rel="help"` as an absolute URL. */
function helpLink(header: string | null, base: string): string | undefined {
  const [, target] = /^<([^<>]+)>; rel="help"$/.exec(header ?? '') ?? [];
  return target !== undefined && URL.canParse(target, base) ? new URL(target, base).href : undefined;
}

/** A date is compared with the service's clock, not with this one. `Date.parse` also reads 1.5 as one. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const ms = Date.parse(/[a-z]/i.test(value) ? value : '') - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
