import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

/** What is refused before anything else is looked at, in this order. */
export function refusal(message: IncomingMessage, maxBodyBytes: number, isDraining: boolean): ApiError | undefined {
  const { headers } = message;
  if (isDraining) return new ApiError('unavailable', undefined, { 'Retry-After': '1', Connection: 'close' });
  if (headers.host === undefined && message.httpVersion === '1.1')
    return new ApiError('invalid_request', 'The Host header is missing.');
  // Node keeps the first; a proxy in front may have gone by another.
  if ((message.headersDistinct.host?.length ?? 0) > 1)
    return new ApiError('invalid_request', 'There is more than one Host header.');
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) return new ApiError('payload_too_large');
  return undefined;
}
