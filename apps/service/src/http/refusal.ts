import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

/** What is refused whatever it asks for. */
export function refusal(message: IncomingMessage, maxBodyBytes: number, isDraining: boolean): ApiError | undefined {
  const { headers } = message;
  if (isDraining) return new ApiError('unavailable', undefined, { 'Retry-After': '1', Connection: 'close' });
  if (headers.host === undefined && message.httpVersion === '1.1')
    return new ApiError('invalid_request', 'The Host header is missing.');
  if (hosts(message) > 1) return new ApiError('invalid_request', 'There is more than one Host header.');
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) return new ApiError('payload_too_large');
  return undefined;
}

/** Node shows the first alone; a proxy in front may have gone by another. */
function hosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 'host'.length && name.toLowerCase() === 'host') count++;
  }
  return count;
}
