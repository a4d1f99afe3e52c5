import { hash } from 'node:crypto';
import { canonicalRequest, SIGNATURE_HEADERS, SIGNATURE_PREFIX } from '@authly/contract/bio/canonical-request';
import type { KeySigner } from '../keys/key-signer.ts';
import { isoTime } from '../session/iso-time.ts';
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

/** The headers that prove one attempt. Timestamp and nonce are new at each; the body's bytes are not touched. */
export async function signedHeaders({
  merchantId,
  key,
  method,
  path,
  body,
  now,
  nonce,
}: ToSign): Promise<Record<string, string>> {
  const parts = {
    method,
    pathAndQuery: path,
    timestamp: isoTime(now),
    nonce,
    contentSha256: hash('sha256', body, 'hex'),
  };
  const signature = await key.sign(Buffer.from(canonicalRequest(parts)));
  return {
    [SIGNATURE_HEADERS.merchantId]: merchantId,
    [SIGNATURE_HEADERS.keyId]: key.id,
    [SIGNATURE_HEADERS.timestamp]: parts.timestamp,
    [SIGNATURE_HEADERS.nonce]: parts.nonce,
    [SIGNATURE_HEADERS.contentSha256]: parts.contentSha256,
    [SIGNATURE_HEADERS.signature]: SIGNATURE_PREFIX + signature.toString('base64'),
  };
}
