import { canonicalRequest, type SignedParts } from '@authly/contract/wire/bio/canonical-request';
import { utf8 } from './encoding.ts';
import { basePathOf, pathBelow } from './endpoint.ts';
import { readSignedHeaders } from './signed-headers.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Headers in which proxies report the original path or prefix. They are used for a hint only. */
const PREFIX_HEADERS = [
  'x-forwarded-prefix',
  'x-forwarded-path',
  'x-original-uri',
  'x-original-url',
  'x-envoy-original-path',
];

export async function findSignedPath(
  request: Request,
  parts: SignedParts,
  { keys, merchantBioBaseUrl }: { readonly keys: SigningKeys; readonly merchantBioBaseUrl?: string },
): Promise<{ readonly path: string; readonly hint: string }> {
  const holds = await verifierOf(request, keys);
  const registered = registeredPath(request, merchantBioBaseUrl);
  const candidates = [...(registered === undefined ? [] : [registered]), ...guesses(request, parts.pathAndQuery)];
  for (const path of new Set([parts.pathAndQuery, ...candidates])) {
    if (!(await holds(canonicalRequest({ ...parts, pathAndQuery: path })))) continue;
    if (path === parts.pathAndQuery) return { path, hint: '' };
    const advice = `Set publicBasePath to '${basePathOf(path) || '/'}'.`;
    return { path, hint: `The signature holds for the path ${path}; this server saw ${parts.pathAndQuery}. ${advice}` };
  }
  const why =
    'No path that can be guessed from here makes the signature hold: it was made over another method, path, time, nonce or body, or with another key.';
  return { path: registered ?? parts.pathAndQuery, hint: why };
}

function registeredPath(request: Request, baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
  const { pathname, search } = new URL(request.url);
  return pathBelow(new URL(baseUrl).pathname, pathname) + search;
}

function guesses(request: Request, seen: string): string[] {
  const segments = seen.split('/');
  // A proxy may have added a prefix: the service then signed a tail of this path.
  const tails = segments.slice(2).map((_, i) => `/${segments.slice(i + 2).join('/')}`);
  const hinted = PREFIX_HEADERS.flatMap((name) => request.headers.get(name) ?? []);
  const prefixed = hinted.flatMap((value) => [value, value.replace(/\/+$/, '') + seen]);
  return [...tails, ...prefixed];
}

async function verifierOf(request: Request, keys: SigningKeys): Promise<(canonical: string) => Promise<boolean>> {
  const { keyId, signature } = readSignedHeaders(request.headers);
  const key = await keys.find(keyId);
  if (key === undefined) return async () => false;
  return (canonical) => crypto.subtle.verify({ name: 'Ed25519' }, key, signature, utf8(canonical));
}
