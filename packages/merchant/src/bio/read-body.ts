import { BIO_LIMITS } from '@authly/contract/wire/limits';
import { refusal } from './bio-refusal.ts';
import { type Bytes, concatenate } from './encoding.ts';

export const MAX_BODY_BYTES = BIO_LIMITS.requestBytes;

const tooLarge = () => refusal('payload_too_large', 6, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
const ALREADY_READ =
  'The body was read before it got here: the raw bytes are gone. Put the Bio API before any body parser.';

/** Stops at the limit, so that an endless body costs no memory. */
export async function readBody(request: Request): Promise<Bytes> {
  if (request.bodyUsed) throw refusal('merchant_bio_internal_error', 6, ALREADY_READ);
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    const chunk = next.value as Uint8Array;
    length += chunk.length;
    if (length > MAX_BODY_BYTES) {
      await reader?.cancel().catch(() => undefined);
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  return concatenate(chunks);
}
