import { canonicalRequest } from '@authly/contract/wire/bio/canonical-request';
import {
  BIOMETRIC_TYPES,
  type BiometricType,
  biometricType,
  type BiometricTypes,
  payloadFields,
  type PayloadFields,
  payloadKey,
} from '@authly/contract/wire/biometric-types';
import { BIO_LIMITS } from '@authly/contract/wire/limits';
import { type Clock, systemClock } from '../clock.ts';
import type { Bytes } from './encoding.ts';
import { type BioEndpoint, endpointOf, signedPath } from './endpoint.ts';
import type { NonceStore } from './stores.ts';
import { type BioBody, parseBioBody } from './parse-bio-body.ts';
import { readBody } from './read-body.ts';
import { readSignedHeaders } from './signed-headers.ts';
import type { SigningKeys } from './signing-keys.ts';
import {
  claimNonce,
  requireBinding,
  requireKey,
  requireOwnMerchant,
  requireSameHash,
  requireSignature,
  requireTimely,
  requireUnusedNonce,
} from './verification-steps.ts';

/** Options of `verifyBioRequest`. */
export interface VerifyBioRequestOptions {
  /** The merchant's own id. */
  readonly merchantId: string;
  /** The service's public keys, from `createSigningKeys`. */
  readonly keys: SigningKeys;
  /** Remembers used nonces. It must survive a restart and be shared by all your processes. */
  readonly nonces: NonceStore;
  /** The path of the registered `{merchant_bio_base_url}`, if a proxy changes paths. Default: the request's own path. */
  readonly publicBasePath?: string | undefined;
  /** Largest difference between the call's timestamp and now, in milliseconds. Default: 5 minutes. */
  readonly toleranceMs?: number | undefined;
  /** The accepted biometric types. Default: those of the contract. */
  readonly biometricTypes?: BiometricTypes | undefined;
  /** The time, for tests. Default: the system clock. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

/** A verified call: the service made it for this merchant, and it is no repeat. */
export type VerifiedCall = {
  [Endpoint in BioEndpoint]: {
    /** A store or a lookup. */
    readonly endpoint: Endpoint;
    /** The body, parsed and checked. */
    readonly body: BioBody<Endpoint>;
    /** The fields of this biometric type, such as the finger. Contains no features and no key. */
    readonly payloadFields: PayloadFields;
    /** The fields as one text. User, type and this key identify an enrollment. For a fingerprint it is the finger. */
    readonly payloadKey: string;
    /** The signed bytes. Never log them. */
    readonly rawBody: Bytes;
    /** The key that signed it. */
    readonly keyId: string;
    /** Hex SHA-256 of the raw body. */
    readonly contentSha256: string;
  };
}[BioEndpoint];

/** Added to twice the tolerance, so that a nonce outlives every timestamp it could be repeated with. */
const NONCE_MARGIN_MS = 60_000;

/** Verifies a call in the contract's order. Throws a BioRefusal at the first step that fails. */
export async function verifyBioRequest(request: Request, options: VerifyBioRequestOptions): Promise<VerifiedCall> {
  const {
    merchantId,
    keys,
    nonces,
    publicBasePath,
    toleranceMs = BIO_LIMITS.timestampToleranceMs,
    biometricTypes = BIOMETRIC_TYPES,
    clock = systemClock,
  } = options;
  const endpoint = endpointOf(request);
  // Step 1: required headers are present.
  const signed = readSignedHeaders(request.headers);
  // Step 2: the public key for X-Service-Key-Id is found.
  const key = await requireKey(signed.keyId, keys);
  // Step 3: X-Service-Merchant-Id equals the merchant's own merchant id.
  requireOwnMerchant(signed.merchantId, merchantId);
  // Step 4: timestamp is within tolerance.
  requireTimely(signed.timestamp, clock.now(), toleranceMs);
  // Step 5: the nonce was not used before. It is not claimed yet, so that a forged request cannot use up nonces.
  await requireUnusedNonce(signed.nonce, nonces);
  // Step 6: SHA-256 of the raw body bytes is recomputed and compared with the header.
  const rawBody = await readBody(request);
  const contentSha256 = await requireSameHash(rawBody, signed.contentSha256);
  // Step 7: canonical request is built.
  const { timestamp, nonce } = signed;
  const canonical = canonicalRequest({
    method: request.method,
    pathAndQuery: signedPath(request, publicBasePath),
    timestamp,
    nonce,
    contentSha256,
  });
  // Step 8: Ed25519 signature is verified. Then the nonce is claimed.
  await requireSignature(canonical, signed, key);
  await claimNonce(nonce, nonces, 2 * toleranceMs + NONCE_MARGIN_MS);
  // One key signs for all merchants: the signed body must name this one.
  const body = parseBioBody(endpoint, rawBody, biometricTypes);
  requireBinding(endpoint, body, merchantId, request.headers);
  const type = biometricType<BiometricType>(biometricTypes, body.type)!;
  const fields = payloadFields(type, body.payload);
  return {
    endpoint,
    body,
    payloadFields: fields,
    payloadKey: payloadKey(type, fields),
    rawBody,
    keyId: signed.keyId,
    contentSha256,
  } as VerifiedCall;
}
