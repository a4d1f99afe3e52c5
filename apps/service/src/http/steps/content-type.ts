import { ApiError } from '../api-error.ts';
import type { ApiCall } from '../call.ts';

/** 400 for a body of another media type, another charset, or a content coding: one reading of a body, not several. */
export function requireContentType(call: ApiCall, wanted: string): void {
  const [type = '', ...parameters] = (call.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (type !== wanted) throw new ApiError('invalid_request', `The Content-Type must be ${wanted}.`);
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))
    throw new ApiError('invalid_request', 'The charset must be UTF-8.');
  if ((call.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new ApiError('invalid_request', 'A Content-Encoding is not accepted.');
}
