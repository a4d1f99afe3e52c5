import type { BiometricTypes } from '@authly/contract/biometric-types';
import type { ErrorBody } from '@authly/contract/error-body';
import { LIMITS } from '@authly/contract/limits';
import { BIO_OPERATIONS, JSON_BODY } from '@authly/contract/operations';
import { type Clock, systemClock } from '../clock.ts';
import { requireSettings } from '../missing-settings.ts';
import { BioRefusal, type BioRefusalCode, type VerificationStep, withoutDetail } from './bio-refusal.ts';
import type { EnrollmentStore } from './enrollment-store.ts';
import { lookUpEnrollment } from './look-up-enrollment.ts';
import type { NonceStore } from './nonce-store.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import { storeEnrollment } from './store-enrollment.ts';
import { type VerifiedCall, verifyBioRequest } from './verify-bio-request.ts';

/** What may be logged about a refused call: no body, no stored value, no header but the request id. */
export interface BioRefusalReport {
  readonly code: BioRefusalCode;
  readonly status: number;
  readonly step: VerificationStep | undefined;
  readonly reason: string;
  readonly requestId: string;
  readonly cause?: unknown;
}

export type BioApiOptions = {
  readonly merchantId: string;
  readonly store: EnrollmentStore;
  readonly nonces: NonceStore;
  /** The path of the registered `{merchant_bio_base_url}`, where a proxy changes paths on the way here. */
  readonly publicBasePath?: string;
  readonly toleranceMs?: number;
  /** How long an idempotency key is remembered. At least 24 hours. */
  readonly idempotencyMs?: number;
  /** The biometric types that are accepted: those of the contract unless told otherwise. */
  readonly biometricTypes?: BiometricTypes;
  readonly clock?: Clock;
  /** The only way to hear of refusals: the handler itself logs nothing. */
  readonly onRefusal?: (report: BioRefusalReport) => void;
} & (
  | { readonly keys: SigningKeys }
  /** The service's `{base_url}`: its list of signing keys is fetched from there. */
  | { readonly baseUrl: string; readonly fetch?: typeof fetch; readonly allowInsecureHttp?: boolean }
);

export type BioApi = (request: Request) => Promise<Response>;

/** A complete Merchant Bio API: both endpoints, from the signature to the answer. */
export function createBioApi(options: BioApiOptions): BioApi {
  const { clock = systemClock, onRefusal, merchantId, store, nonces } = options;
  requireSettings('createBioApi', { merchantId, store, nonces });
  const keys = keysOf(options, clock);
  const idempotencyMs = Math.max(options.idempotencyMs ?? 0, LIMITS.idempotencyRetentionMs);

  const answer = async (call: VerifiedCall): Promise<object> =>
    call.endpoint === 'store'
      ? storeEnrollment(call, options.store, clock.now(), idempotencyMs)
      : lookUpEnrollment(call, options.store);

  return async (request) => {
    const requestId = requestIdOf(request);
    try {
      return json(200, await answer(await verifyBioRequest(request, { ...options, keys, clock })), requestId);
    } catch (error) {
      const refusal = asRefusal(error);
      report(refusal, requestId, onRefusal);
      return refusalResponse(refusal, requestId);
    }
  };
}

function keysOf(options: BioApiOptions, clock: Clock): SigningKeys {
  const keys: SigningKeys | undefined = 'keys' in options ? options.keys : undefined;
  if (keys !== undefined) return keys;
  // What has neither is told that its baseUrl is missing.
  return createSigningKeys({ ...(options as Extract<BioApiOptions, { baseUrl: string }>), clock });
}

function report(
  { code, status, step, reason, cause }: BioRefusal,
  requestId: string,
  onRefusal: BioApiOptions['onRefusal'],
): void {
  try {
    onRefusal?.({ code, status, step, reason, requestId, ...(cause === undefined ? {} : { cause }) });
  } catch {
    // A listener that fails must not change the answer.
  }
}

/** Echoed when the service sent a usable one, so that both sides' logs meet; made here otherwise. */
function requestIdOf(request: Request): string {
  const sent = request.headers.get('x-request-id');
  return sent !== null && /^[\x21-\x7e]{1,128}$/.test(sent) ? sent : crypto.randomUUID();
}

const asRefusal = (error: unknown): BioRefusal =>
  error instanceof BioRefusal
    ? error
    : new BioRefusal('merchant_bio_internal_error', { reason: 'An unexpected error.', cause: withoutDetail(error) });

function refusalResponse({ code, status, message }: BioRefusal, requestId: string): Response {
  const body: ErrorBody = { error: { code, message, request_id: requestId } };
  const response = json(status, body, requestId);
  if (code === 'method_not_allowed') response.headers.set('allow', BIO_OPERATIONS.store.method);
  return response;
}

const json = (status: number, body: object, requestId: string): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': JSON_BODY, 'cache-control': 'no-store', 'x-request-id': requestId },
  });
