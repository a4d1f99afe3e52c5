import { isIP } from 'node:net';
import { isReturnUrl } from '@authly/contract/wire/field-rules';
import type { Environment } from '../../runtime/environment.ts';
import { isForbiddenAddress } from '../../outbound/address-guard.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

const MAX_CHARS = 2048;

/** Throws unless it is HTTPS without credentials, query or fragment. The resolved address is checked at each connection. */
export function httpsUrl(text: string, environment: Environment, what: string): URL {
  const url = text.length > MAX_CHARS ? null : URL.parse(text);
  if (url === null || url.protocol !== 'https:') throw new RefusedError(`${what} must be a full HTTPS URL`);
  if (url.username !== '' || url.password !== '') throw new RefusedError(`${what} must not contain credentials`);
  if (text.includes('?') || text.includes('#')) throw new RefusedError(`${what} must not have a query or a fragment`);
  // DNS ignores the dot, but comparisons of names do not.
  if (url.hostname.endsWith('.')) throw new RefusedError(`the host name of ${what} must not end with a dot`);
  if (environment === 'production' && (url.hostname === 'localhost' || url.hostname.endsWith('.localhost')))
    throw new RefusedError(`in production ${what} must not be localhost`);
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (environment === 'production' && isIP(host) !== 0 && isForbiddenAddress(host))
    throw new RefusedError(`${what} has the private address ${host}, which is not called in production`);
  return url;
}

export function pageUrl(text: string, what: string): void {
  const url = isReturnUrl(text) ? new URL(text) : undefined;
  if (url === undefined) throw new RefusedError(`${what} must be a full HTTPS URL`);
  if (url.username !== '' || url.password !== '') throw new RefusedError(`${what} must not contain credentials`);
}
