import { hash } from 'node:crypto';
import { canonicalRequest, SIGNATURE_PREFIX, type SIGNATURE_HEADERS } from '@authly/contract/bio/canonical-request';
import type { KeySigner } from '../keys/key-signer.ts';
import type { Instant } from '../session/session.ts';

export interface ToSign {
  readonly merchantId: string;
  readonly key: KeySigner;
  readonly method: string;
  /** With the base address's own path, and the query if there is one. */
  readonly path: string;
  readonly body: Uint8Array;
  /** Real time, also in a sandbox whose clock was moved: the merchant compares it with its own. */
  readonly now: Instant;
  readonly nonce: string;
}

/** Written out, for names that are computed cost more than the text that is signed. The contract's list decides whether they are right. */
type SignedHeaders = Record<(typeof SIGNATURE_HEADERS)[keyof typeof SIGNATURE_HEADERS], string>;

/** The headers that prove one attempt. Timestamp and nonce are new at each; the body's bytes are not touched. */
export async function signedHeaders({
  merchantId,
  key,
  method,
  path,
  body,
  now,
  nonce,
}: ToSign): Promise<SignedHeaders> {
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
