import { BIO_OPERATION_NAMES, BIO_OPERATIONS, type BioOperationName } from '@authly/contract/operation-table';
import { refusal } from './bio-refusal.ts';

export type BioEndpoint = BioOperationName;

const endpointAt = (pathname: string): BioEndpoint | undefined =>
  BIO_OPERATION_NAMES.find((name) => pathname.endsWith(BIO_OPERATIONS[name].path));

export function endpointOf(request: Request): BioEndpoint {
  const endpoint = endpointAt(new URL(request.url).pathname);
  const ends = BIO_OPERATION_NAMES.map((name) => BIO_OPERATIONS[name].path).join(' nor with ');
  if (endpoint === undefined) throw refusal('not_found', undefined, `The path ends neither with ${ends}.`);
  const { method } = BIO_OPERATIONS[endpoint];
  if (request.method !== method)
    throw refusal('method_not_allowed', undefined, `Both endpoints are ${method}; this is ${request.method}.`);
  return endpoint;
}

/** Line 3 of the signed string. `publicBasePath` restores a prefix that a proxy has changed. */
export function signedPath(request: Request, publicBasePath: string | undefined): string {
  const { pathname, search } = new URL(request.url);
  if (publicBasePath === undefined) return pathname + search;
  const { path } = BIO_OPERATIONS[endpointAt(pathname) ?? 'store'];
  return publicBasePath.replace(/\/+$/, '') + path + search;
}
