import { BioRefusal } from './bio-refusal.ts';

export type BioEndpoint = 'store' | 'lookup';

const PATHS: Readonly<Record<BioEndpoint, string>> = { store: '/enrollments', lookup: '/enrollments/lookup' };

/** Which endpoint a request is for, by the end of its path: what stands before is the base address's own path. */
export function endpointOf(request: Request): BioEndpoint {
  const { pathname } = new URL(request.url);
  const endpoint = pathname.endsWith(PATHS.lookup) ? 'lookup' : pathname.endsWith(PATHS.store) ? 'store' : undefined;
  if (endpoint === undefined)
    throw new BioRefusal('not_found', {
      reason: 'The path ends neither with /enrollments nor with /enrollments/lookup.',
    });
  if (request.method !== 'POST')
    throw new BioRefusal('method_not_allowed', { reason: `Both endpoints are POST; this is ${request.method}.` });
  return endpoint;
}

/**
 * Line 3 of the signed string: path and query as the merchant's public address has them. A proxy that strips or adds a prefix
 * hides that path from this server; `publicBasePath`, the path of the registered base address, gives it back.
 */
export function signedPath(request: Request, publicBasePath: string | undefined): string {
  const { pathname, search } = new URL(request.url);
  if (publicBasePath === undefined) return pathname + search;
  const endpoint = pathname.endsWith(PATHS.lookup) ? PATHS.lookup : PATHS.store;
  return publicBasePath.replace(/\/+$/, '') + endpoint + search;
}
