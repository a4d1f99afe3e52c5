import { BIO_LIMITS } from '@authly/contract/limits';
import { errors, request, type Dispatcher } from 'undici';

/** How one attempt ended, before anybody judges what was answered. */
export type AttemptEnd =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Uint8Array }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable'; readonly cause: unknown }
  | { readonly kind: 'oversize' };

interface Attempt {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
  readonly dispatcher: Dispatcher;
  readonly timeoutMs: number;
}

/** One attempt under one deadline, connection setup included. Redirects are not followed, answers are capped. */
export async function attempt({ url, headers, body, dispatcher, timeoutMs }: Attempt): Promise<AttemptEnd> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await request(url, { method: 'POST', headers, body, dispatcher, signal: deadline, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
    const bytes = await capped(answer.body);
    return bytes === undefined ? { kind: 'oversize' } : { kind: 'answered', status: answer.statusCode, body: bytes };
  } catch (error) {
    return deadline.aborted || isTimeout(error) ? { kind: 'timeout' } : { kind: 'unreachable', cause: error };
  }
}

async function capped(stream: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > BIO_LIMITS.replyBytes) {
      stream.destroy();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const isTimeout = (error: unknown): boolean =>
  error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
