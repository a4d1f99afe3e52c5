import { canonicalRequest } from '@authly/contract/bio/canonical-request';
import {
  BIOMETRIC_TYPES,
  type BiometricType,
  biometricType,
  type BiometricTypes,
  payloadFields,
  type PayloadFields,
  payloadKey,
} from '@authly/contract/biometric-types';
import { BIO_LIMITS } from '@authly/contract/limits';
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
  /** The service's public keys: `createSigningKeys`. */
  readonly keys: SigningKeys;
  /** Where used nonces are remembered. It must survive a restart, and all your processes share it. */
  readonly nonces: NonceStore;
  /** The path of the registered `{merchant_bio_base_url}`, where a proxy changes paths on the way here. Default: the path as it came. */
  readonly publicBasePath?: string;
  /** How far the call's timestamp may be from now, either way, in milliseconds. Default: 5 minutes. */
  readonly toleranceMs?: number;
  /** The biometric types that are accepted. Default: those of the contract. */
  readonly biometricTypes?: BiometricTypes;
  /** The time, for tests. Default: the system's. */
  readonly clock?: Pick<Clock, 'now'>;
}

/** A call that the service made, for this merchant, once. */
export type VerifiedCall = {
  [Endpoint in BioEndpoint]: {
    /** A store or a lookup. */
    readonly endpoint: Endpoint;
    /** The body, parsed and checked. */
    readonly body: BioBody<Endpoint>;
    /** The payload's own fields of this biometric type, such as the finger: no features, no key. */
    readonly payloadFields: PayloadFields;
    /** The same as one text. With user and type it is the key of an enrollment; for a fingerprint it is the finger. */
    readonly payloadKey: string;
    /** The bytes that were signed. Never to a log. */
    readonly rawBody: Bytes;
    /** The key that signed it. */
    readonly keyId: string;
    /** Hex SHA-256 of the raw body. */
    readonly contentSha256: string;
  };
}[BioEndpoint];

/** Beyond twice the tolerance, so that a nonce outlives every timestamp it could be sent again with. */
const NONCE_MARGIN_MS = 60_000;

/** The contract's verification order. Throws a BioRefusal at the first step that does not hold. */
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
  // Step 5: the nonce was not used before. It is only looked up here, so that a forged request cannot use up nonces.
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
  // Step 8: Ed25519 signature is verified; the nonce is now the service's own, and claimed.
  await requireSignature(canonical, signed, key);
  await claimNonce(nonce, nonces, 2 * toleranceMs + NONCE_MARGIN_MS);
  // One global key signs for all merchants: the signed body must say that this call is meant for this one.
  const body = parseBioBody(endpoint, rawBody, biometricTypes);
  requireBinding(endpoint, body, merchantId, request.headers);
  // Step 9, the store or lookup itself, is the caller's.
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
