import {
  BIOMETRIC_TYPES,
  biometricType,
  type BiometricType,
  type BiometricTypeName,
  DEFAULT_BIOMETRIC_TYPE,
  type Payload,
} from '@authly/contract/wire/biometric-types';
import type { CancelResponse } from '@authly/contract/operations/cancel-session';
import { idempotencyKeyFault } from '@authly/contract/wire/field-rules';
import { LIMITS } from '@authly/contract/wire/limits';
import { isPathSegment, operationPath } from '@authly/contract/wire/operation-path';
import type { OperationName } from '@authly/contract/operation-table';
import type { Scope } from '@authly/contract/wire/scopes';
import type { CreateEnrollmentResponse } from '@authly/contract/operations/create-enrollment-session';
import type { CreateVerificationResponse } from '@authly/contract/operations/create-verification-session';
import type { TokenResponse } from '@authly/contract/operations/issue-token';
import { serviceBaseUrl } from '../base-url.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type ClientSettings, clientSettings } from '../missing-settings.ts';
import { AuthlyError } from './authly-error.ts';
import { createCaller } from './create-caller.ts';
import type { ClientHooks } from './hooks.ts';
import type { ResultResponse } from './result-response.ts';
import { createTokenCache } from './token-cache.ts';
import { type WaitOptions, waitForResult } from './wait-for-result.ts';

/** Options of `createAuthlyClient`. */
export interface AuthlyClientOptions extends ClientHooks {
  /** The service's `{base_url}` of this environment, such as `https://authly.example`. Default: `AUTHLY_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** From the operator, for this environment. Default: `AUTHLY_CLIENT_ID`. */
  readonly clientId?: string | undefined;
  /** From the operator, for this environment. Keep it on your backend: never in a page, an app or a log. Default: `AUTHLY_CLIENT_SECRET`. */
  readonly clientSecret?: string | undefined;
  /** Your merchant id. It is sent with every call. Default: `AUTHLY_MERCHANT_ID`. */
  readonly merchantId?: string | undefined;
  /** Scopes to request. Default: all that the client has. */
  readonly scope?: readonly Scope[] | undefined;
  /** Timeout of one request, in milliseconds. The wait of a long poll is added. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed request is repeated where that is safe. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Allows plain HTTP for a host other than loopback. Default: false. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Sends the requests. Default: the runtime's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** The time, for tests. Default: the system clock. */
  readonly clock?: Clock | undefined;
}

/** Fields of both kinds of session. The client adds `merchant_id`. */
export interface SessionFields {
  /** Your reference to the user: a random internal id or an HMAC, 1 to 256 characters. Never an e-mail address, phone number, name or national id. */
  readonly merchant_user_ref: string;
  /** A full HTTPS URL of yours. It sets only the origin of the desktop popup's completion signal. Default: no signal. */
  readonly return_url?: string | undefined;
  /** The biometric type. Default: `fingerprint`, the only one. */
  readonly type?: BiometricTypeName | undefined;
  /** Language of the hosted page and the app, such as `ko-KR`. Default, and for an unknown language: English. */
  readonly locale?: string | undefined;
  /** The text that the person approves before the capture: plain text, 1 to 200 characters. */
  readonly display_text?: string | undefined;
  /** Non-sensitive trace data, at most 4096 characters as JSON. In the sandbox `sandbox_outcome` chooses the outcome. */
  readonly metadata?: Record<string, unknown> | undefined;
}
/** Fields of an enrollment. */
export interface EnrollmentFields extends SessionFields {
  /** A reference value only. The result says which finger was enrolled. */
  readonly payload?: Partial<Payload> | undefined;
}
/** Fields of a verification. */
export interface VerificationFields extends SessionFields {
  /** The enrolled payload: `result.payload` of the enrollment. */
  readonly payload: Payload;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the call with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}
/** Options of `createEnrollment` and `createVerification`. */
export interface CreateOptions extends CallOptions {
  /** The same key and fields return the same session for 24 hours. Pass your own to survive a crash. Default: a new key. */
  readonly idempotencyKey?: string | undefined;
}
/** Options of `result`. */
export interface ResultOptions extends CallOptions {
  /** Seconds, 0 to 25. The answer comes when the status changes or is final, or after this time. Default: 0. */
  readonly wait?: number | undefined;
}
/** Options of `cancel`. */
export interface CancelOptions extends CallOptions {
  /** A non-sensitive code, at most 128 characters, for the operator. Default: `user_cancel`. */
  readonly reason?: string | undefined;
}

/** The calls of a merchant's backend. Each resolves with an answer or rejects with an `AuthlyError`. */
export interface AuthlyClient {
  /** Creates a session that enrolls one finger of a user. Open `popup_url` in the user's browser. */
  createEnrollment(fields: EnrollmentFields, options?: CreateOptions): Promise<CreateEnrollmentResponse>;
  /** Creates a session that verifies one enrolled finger of a user. Open `popup_url` in the user's browser. */
  createVerification(fields: VerificationFields, options?: CreateOptions): Promise<CreateVerificationResponse>;
  /** Reads the result of a session: the only proof of an outcome. */
  result(sessionId: string, merchantUserRef: string, options?: ResultOptions): Promise<ResultResponse>;
  /** Cancels a session whose page is open. A session in `created` cannot be canceled: let it expire. */
  cancel(sessionId: string, merchantUserRef: string, options?: CancelOptions): Promise<CancelResponse>;
  /** Long-polls until the status is final or can no longer change. Returns the last lookup. */
  waitForResult(sessionId: string, merchantUserRef: string, options?: WaitOptions): Promise<ResultResponse>;
}

export const CLIENT_DEFAULTS = { timeoutMs: 10_000, maxRetries: 2, allowInsecureHttp: false } as const;

/** A client for the merchant API. It fetches and renews its access token. Create one and keep it. */
export function createAuthlyClient(options: AuthlyClientOptions = {}): AuthlyClient {
  const { clock = systemClock } = options;
  const { baseUrl, merchantId, ...credentials } = clientSettings(options);
  const { timeoutMs = CLIENT_DEFAULTS.timeoutMs, maxRetries = CLIENT_DEFAULTS.maxRetries } = options;
  requireNumbers({ timeoutMs, maxRetries });
  const call = createCaller({ ...options, baseUrl: serviceBaseUrl(baseUrl, options), clock, maxRetries });
  const tokens = createTokenCache(
    () => call<TokenResponse>(tokenRequest({ ...credentials, scope: options.scope }, timeoutMs)),
    clock,
  );

  const create = async <Answer>(
    operation: OperationName,
    fields: SessionFields,
    { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions,
  ): Promise<Answer> => {
    requireArguments({ merchant_user_ref: fields.merchant_user_ref });
    refuse(idempotencyKeyFault(idempotencyKey));
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
    async createVerification(fields, options = {}) {
      requireArguments({ merchant_user_ref: fields.merchant_user_ref, ...requiredPayload(fields) });
      return create('createVerificationSession', fields, options);
    },
    async result(sessionId, merchantUserRef, { wait = 0, signal } = {}) {
      requireArguments({ sessionId, merchantUserRef });
      refuse(Number.isNaN(wait) ? 'wait must be a number of seconds.' : undefined);
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
        // A repeated cancel returns session_finalized, and the caller could not tell which cancel ended the session.
        repeatable: false,
        json: { merchant_id: merchantId, merchant_user_ref: merchantUserRef, reason },
      });
    },
    waitForResult: (sessionId, merchantUserRef, options = {}) =>
      waitForResult((wait, signal) => client.result(sessionId, merchantUserRef, { wait, signal }), clock, options),
  };
  return client;
}

/** A missing argument would be sent as the text "undefined". */
function requireArguments(given: Readonly<Record<string, unknown>>): void {
  const missing = Object.keys(given).find((name) => typeof given[name] !== 'string');
  refuse(missing && `${missing} is missing.`, missing);
}

/** The service checks a type that this version does not know. */
function requiredPayload({ type = DEFAULT_BIOMETRIC_TYPE, payload }: VerificationFields): Record<string, unknown> {
  const known = biometricType<BiometricType>(BIOMETRIC_TYPES, type);
  const given: Readonly<Record<string, unknown>> = payload ?? {};
  return Object.fromEntries(Object.keys(known?.fields ?? {}).map((name) => [`payload.${name}`, given[name]]));
}

function refuse(fault: string | undefined, param?: string): void {
  if (fault !== undefined) throw new AuthlyError('invalid_request', `${fault} Nothing was sent.`, { param });
}

function requireNumbers(given: Readonly<Record<string, number>>): void {
  const wrong = Object.keys(given).find((name) => !Number.isInteger(given[name]) || given[name]! < 0);
  if (wrong !== undefined) throw new TypeError(`createAuthlyClient: ${wrong} must be a whole number of 0 or more.`);
}

function sessionPath(operation: OperationName, sessionId: string): string {
  if (!isPathSegment(sessionId)) throw new AuthlyError('session_not_found', 'This is not a session id.');
  return operationPath(operation, { session_id: sessionId });
}

type TokenSettings = Pick<ClientSettings, 'clientId' | 'clientSecret'> & {
  readonly scope: readonly Scope[] | undefined;
};

const tokenRequest = ({ clientId, clientSecret, scope }: TokenSettings, timeoutMs: number) =>
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
