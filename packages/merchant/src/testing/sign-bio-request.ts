import { canonicalRequest, SIGNATURE_HEADERS, SIGNATURE_PREFIX } from '@authly/contract/wire/bio/canonical-request';
import { BIO_OPERATIONS, JSON_BODY } from '@authly/contract/operation-table';
import { sha256Hex, utf8 } from '../bio/encoding.ts';
import type { ServiceKey } from './service-key.ts';

export interface BioCall {
  readonly key: ServiceKey;
  readonly merchantId: string;
  /** The public address: `{merchant_bio_base_url}` and the endpoint's path. */
  readonly url: string;
  /** An object is sent as JSON, a string unchanged. */
  readonly body: object | string;
  readonly method?: string | undefined;
  /** Milliseconds since 1970. Default: now. */
  readonly now?: number | undefined;
  readonly timestamp?: string | undefined;
  readonly nonce?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface SignedCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export async function signBioCall(call: BioCall): Promise<SignedCall> {
  const {
    key,
    merchantId,
    url,
    method = BIO_OPERATIONS.store.method,
    now = Date.now(),
    nonce = crypto.randomUUID(),
  } = call;
  const timestamp = call.timestamp ?? new Date(now).toISOString();
  const body = typeof call.body === 'string' ? call.body : JSON.stringify(call.body);
  const { pathname, search } = new URL(url);
  const contentSha256 = await sha256Hex(utf8(body));
  const signature = await key.sign(
    canonicalRequest({ method, pathAndQuery: pathname + search, timestamp, nonce, contentSha256 }),
  );
  const idempotencyKey = call.idempotencyKey ?? sessionIdOf(call.body);
  return {
    url,
    method,
    body,
    headers: {
      [SIGNATURE_HEADERS.merchantId]: merchantId,
      [SIGNATURE_HEADERS.keyId]: key.keyId,
      [SIGNATURE_HEADERS.timestamp]: timestamp,
      [SIGNATURE_HEADERS.nonce]: nonce,
      [SIGNATURE_HEADERS.contentSha256]: contentSha256,
      [SIGNATURE_HEADERS.signature]: SIGNATURE_PREFIX + signature,
      'x-request-id': call.requestId ?? crypto.randomUUID(),
      'content-type': JSON_BODY,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
  };
}

export async function signBioRequest(call: BioCall): Promise<Request> {
  const { url, method, headers, body } = await signBioCall(call);
  return new Request(url, { method, headers, ...(method === 'GET' || method === 'HEAD' ? {} : { body }) });
}

/** The service sends `Idempotency-Key` with a store only. It is the session id. */
function sessionIdOf(body: object | string): string | undefined {
  const { enrollment_session_id: id } = (typeof body === 'string' ? {} : body) as { enrollment_session_id?: unknown };
  return typeof id === 'string' ? id : undefined;
}
