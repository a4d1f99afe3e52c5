import type { ErrorBody } from '@authly/contract/schemas/error-body';
import { LIMITS } from '@authly/contract/wire/limits';
import { BIO_OPERATIONS, JSON_BODY } from '@authly/contract/operation-table';
import { tell } from '../client/hooks.ts';
import { type Clock, systemClock } from '../clock.ts';
import { requireSettings } from '../missing-settings.ts';
import { lookUpEnrollment, storeEnrollment } from './answer-call.ts';
import { BioRefusal, refusal, withoutDetail } from './bio-refusal.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import type { EnrollmentStore } from './stores.ts';
import { type VerifiedCall, verifyBioRequest, type VerifyBioRequestOptions } from './verify-bio-request.ts';

/** A refused call, safe to log: no body, no stored value, no header but the request id. */
export interface BioRefusalReport extends Pick<BioRefusal, 'code' | 'status' | 'step' | 'reason' | 'cause'> {
  /** The call's `X-Request-Id`, or a new one if that is missing or unusable. The answer carries it. */
  readonly requestId: string;
}

/** Options of `createBioApi`. */
export type BioApiOptions = Omit<VerifyBioRequestOptions, 'keys' | 'clock'> & {
  /** Stores enrollments and idempotency keys. It must survive a restart and be shared by all your processes. */
  readonly store: EnrollmentStore;
  /** How long an idempotency key is remembered, in milliseconds. Default and minimum: 24 hours. */
  readonly idempotencyMs?: number | undefined;
  /** The time, for tests. Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Receives every refusal. The handler logs nothing. */
  readonly onRefusal?: ((report: BioRefusalReport) => unknown) | undefined;
} & (
    | {
        /** From `createSigningKeys`, or your own. */
        readonly keys: SigningKeys;
      }
    | {
        /** The service's `{base_url}`. The list of signing keys is fetched from there. */
        readonly baseUrl: string;
        /** Fetches the list. Default: the runtime's `fetch`. */
        readonly fetch?: typeof fetch | undefined;
        /** Allows plain HTTP for a host other than loopback. Default: false. */
        readonly allowInsecureHttp?: boolean | undefined;
      }
  );

/** Answers one call of the service. Mount it for both paths below your Bio base address. */
export type BioApi = (request: Request) => Promise<Response>;

/** A complete Merchant Bio API: both endpoints, from the signature to the answer. */
export function createBioApi(options: BioApiOptions): BioApi {
  const { clock = systemClock, onRefusal, merchantId, store, nonces } = options;
  requireSettings('createBioApi', { merchantId, store, nonces });
  const given: SigningKeys | undefined = 'keys' in options ? options.keys : undefined;
  // Without both, the error says that baseUrl is missing.
  const keys = given ?? createSigningKeys({ ...(options as Extract<BioApiOptions, { baseUrl: string }>), clock });
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
      const refused = asRefusal(error);
      const { code, status, step, reason, cause } = refused;
      tell(onRefusal, { code, status, step, reason, requestId, ...(cause === undefined ? {} : { cause }) });
      return refusalResponse(refused, requestId);
    }
  };
}

function requestIdOf(request: Request): string {
  const sent = request.headers.get('x-request-id');
  return sent !== null && /^[\x21-\x7e]{1,128}$/.test(sent) ? sent : crypto.randomUUID();
}

const asRefusal = (error: unknown): BioRefusal =>
  error instanceof BioRefusal
    ? error
    : refusal('merchant_bio_internal_error', undefined, 'An unexpected error.', withoutDetail(error));

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
