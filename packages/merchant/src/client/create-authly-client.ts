import type { BiometricTypeName, Payload } from '@authly/contract/biometric-types';
import type { CancelResponse } from '@authly/contract/operations/cancel-session';
import { LIMITS } from '@authly/contract/limits';
import { isPathSegment, operationPath } from '@authly/contract/operation-path';
import type { OperationName } from '@authly/contract/operations';
import type { ResultResponse } from '@authly/contract/operations/read-result';
import type { Scope } from '@authly/contract/scopes';
import type { CreateEnrollmentResponse } from '@authly/contract/operations/create-enrollment-session';
import type { CreateVerificationResponse } from '@authly/contract/operations/create-verification-session';
import type { TokenResponse } from '@authly/contract/operations/issue-token';
import { serviceBaseUrl } from '../base-url.ts';
import { type Clock, systemClock } from '../clock.ts';
import { requireSettings } from '../missing-settings.ts';
import { AuthlyError } from './authly-error.ts';
import { createCaller } from './create-caller.ts';
import type { ClientHooks } from './hooks.ts';
import { createTokenCache } from './token-cache.ts';
import { type WaitOptions, waitForResult } from './wait-for-result.ts';

export interface AuthlyClientOptions extends ClientHooks {
  /** The service's `{base_url}` of this environment. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantId: string;
  /** Fewer scopes than the client may ask for. By default all that it has. */
  readonly scope?: readonly Scope[];
  /** Per attempt; a long poll's own wait is added. */
  readonly timeoutMs?: number;
  /** How often a failed request is made again where that is safe. */
  readonly maxRetries?: number;
  /** Plain HTTP also where it is not loopback. */
  readonly allowInsecureHttp?: boolean;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
}

/** The contract's creation fields; `merchant_id` is filled in. */
interface SessionFields {
  /** Opaque: a random internal id or an HMAC. Never an e-mail address, phone number, name or national id. */
  readonly merchant_user_ref: string;
  /** HTTPS. Only fixes the target origin of the desktop popup's postMessage. */
  readonly return_url?: string;
  readonly type?: BiometricTypeName;
  readonly locale?: string;
  /** What the person is to approve, in your words, 1 to 200 characters: shown on the hosted page and in the app before the capture. */
  readonly display_text?: string;
  /** Non-sensitive trace data, at most 4096 characters as JSON. */
  readonly metadata?: Record<string, unknown>;
}
export interface EnrollmentFields extends SessionFields {
  /** A reference value only; the result says what was enrolled. */
  readonly payload?: Partial<Payload>;
}
export interface VerificationFields extends SessionFields {
  /** What was enrolled: the enrollment's `result.payload`. */
  readonly payload: Payload;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}
export interface CreateOptions extends CallOptions {
  /** Made up per call when absent. Give your own to survive a crash between two calls: the order id, for example. */
  readonly idempotencyKey?: string;
}
export interface ResultOptions extends CallOptions {
  /** Seconds, 0 to 25: the answer comes when the status changes or is final, else when the wait is over. */
  readonly wait?: number;
}
export interface CancelOptions extends CallOptions {
  /** A non-sensitive code, at most 128 characters. */
  readonly reason?: string;
}

export interface AuthlyClient {
  createEnrollment(fields: EnrollmentFields, options?: CreateOptions): Promise<CreateEnrollmentResponse>;
  createVerification(fields: VerificationFields, options?: CreateOptions): Promise<CreateVerificationResponse>;
  /** The only proof of an outcome. */
  result(sessionId: string, merchantUserRef: string, options?: ResultOptions): Promise<ResultResponse>;
  cancel(sessionId: string, merchantUserRef: string, options?: CancelOptions): Promise<CancelResponse>;
  /** Long-polls until the status is final, or until no outcome can follow any more; the last look-up is returned either way. */
  waitForResult(sessionId: string, merchantUserRef: string, options?: WaitOptions): Promise<ResultResponse>;
}

export const CLIENT_DEFAULTS = { timeoutMs: 10_000, maxRetries: 2, allowInsecureHttp: false } as const;

export function createAuthlyClient(options: AuthlyClientOptions): AuthlyClient {
  const { baseUrl, clientId, clientSecret, merchantId, clock = systemClock } = options;
  requireSettings('createAuthlyClient', { baseUrl, clientId, clientSecret, merchantId });
  const { timeoutMs = CLIENT_DEFAULTS.timeoutMs, maxRetries = CLIENT_DEFAULTS.maxRetries } = options;
  requireNumbers({ timeoutMs, maxRetries });
  const call = createCaller({ ...options, baseUrl: serviceBaseUrl(baseUrl, options), clock, maxRetries });
  const tokens = createTokenCache(() => call<TokenResponse>(tokenRequest(options, timeoutMs)), clock);

  const create = async <Answer>(
    operation: OperationName,
    fields: SessionFields,
    { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions,
  ): Promise<Answer> => {
    requireArguments({ merchant_user_ref: fields.merchant_user_ref });
    return call({
      operation,
      path: operationPath(operation),
      tokens,
      signal,
      timeoutMs,
      expectedFields: ['session_id', 'popup_url', 'expires_at'],
      repeatable: true,
      json: { ...fields, merchant_id: merchantId },
      headers: { 'idempotency-key': idempotencyKey },
    });
  };

  const client: AuthlyClient = {
    createEnrollment: (fields, options = {}) => create('createEnrollmentSession', fields, options),
    createVerification: (fields, options = {}) => create('createVerificationSession', fields, options),
    async result(sessionId, merchantUserRef, { wait = 0, signal } = {}) {
      requireArguments({ sessionId, merchantUserRef });
      const seconds = Math.min(Math.max(Math.floor(wait), 0), LIMITS.resultWaitMaxS);
      const query = new URLSearchParams({
        merchant_user_ref: merchantUserRef,
        ...(seconds > 0 ? { wait: String(seconds) } : {}),
      });
      return call({
        operation: 'readResult',
        path: `${sessionPath('readResult', sessionId)}?${query}`,
        tokens,
        signal,
        timeoutMs: timeoutMs + seconds * 1000,
        expectedFields: ['session_id', 'status', 'result', 'expires_at'],
        repeatable: true,
      });
    },
    async cancel(sessionId, merchantUserRef, { reason, signal } = {}) {
      requireArguments({ sessionId, merchantUserRef });
      return call({
        operation: 'cancelSession',
        path: sessionPath('cancelSession', sessionId),
        tokens,
        signal,
        timeoutMs,
        expectedFields: ['session_id', 'status'],
        // Done twice, it answers session_finalized the second time: the caller could not tell whose cancel it was.
        repeatable: false,
        json: {
          merchant_id: merchantId,
          merchant_user_ref: merchantUserRef,
          ...(reason === undefined ? {} : { reason }),
        },
      });
    },
    waitForResult: (sessionId, merchantUserRef, options = {}) =>
      waitForResult(
        (wait, signal) =>
          client.result(sessionId, merchantUserRef, { wait, ...(signal === undefined ? {} : { signal }) }),
        clock,
        options,
      ),
  };
  return client;
}

/** Sent, an argument that is missing would be the text "undefined", or nothing at all. */
function requireArguments(given: Readonly<Record<string, unknown>>): void {
  const missing = Object.keys(given).find((name) => typeof given[name] !== 'string');
  if (missing !== undefined) throw new AuthlyError('invalid_request', `${missing} is missing: nothing was sent.`);
}

function requireNumbers(given: Readonly<Record<string, number>>): void {
  const wrong = Object.keys(given).find((name) => !Number.isInteger(given[name]) || given[name]! < 0);
  if (wrong !== undefined) throw new TypeError(`createAuthlyClient: ${wrong} must be a whole number of 0 or more.`);
}

function sessionPath(operation: OperationName, sessionId: string): string {
  if (!isPathSegment(sessionId)) throw new AuthlyError('session_not_found', 'This is not a session id.');
  return operationPath(operation, { session_id: sessionId });
}

const tokenRequest = ({ clientId, clientSecret, scope }: AuthlyClientOptions, timeoutMs: number) =>
  ({
    operation: 'issueToken',
    path: operationPath('issueToken'),
    timeoutMs,
    expectedFields: ['access_token', 'expires_in'],
    repeatable: true,
    form: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope === undefined ? {} : { scope: scope.join(' ') }),
    },
  }) as const;
