import { hash } from 'node:crypto';
import {
  canonicalRequest,
  SIGNATURE_PREFIX,
  type SIGNATURE_HEADERS,
} from '@authly/contract/wire/bio/canonical-request';
import type { KeySigner } from '../keys/key-signer.ts';
import type { Instant } from '../session/session.ts';

interface ToSign {
  readonly merchantId: string;
  readonly key: KeySigner;
  readonly method: string;
  /** Includes the path of the base URL and the query. */
  readonly path: string;
  readonly body: Uint8Array;
  /** Real time even if the sandbox clock was moved: the merchant compares it with its own. */
  readonly now: Instant;
  readonly nonce: string;
}

/** Literal names, because computed ones are slower than the hash. */
type SignedHeaders = Record<(typeof SIGNATURE_HEADERS)[keyof typeof SIGNATURE_HEADERS], string>;

export async function signedHeaders(request: ToSign): Promise<SignedHeaders> {
  const { merchantId, key, method, path, body, now, nonce } = request;
  const timestamp = new Date(now).toISOString();
  const contentSha256 = hash('sha256', body, 'hex');
  const text = canonicalRequest({ method, pathAndQuery: path, timestamp, nonce, contentSha256 });
  const signature = await key.sign(Buffer.from(text));
  return {
    'x-service-merchant-id': merchantId,
    'x-service-key-id': key.id,
    'x-service-timestamp': timestamp,
    'x-service-nonce': nonce,
    'x-service-content-sha256': contentSha256,
    'x-service-signature': SIGNATURE_PREFIX + signature.toString('base64'),
  };
}
