const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The service's `{base_url}` without a slash at the end. Plain HTTP is for loopback alone: the client secret travels to this
 * address, and the keys that decide whom to trust come from it.
 */
export function serviceBaseUrl(text: string, { allowInsecureHttp = false } = {}): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new TypeError('baseUrl is not a URL.');
  const secure =
    url.protocol === 'https:' || (url.protocol === 'http:' && (allowInsecureHttp || LOOPBACK.has(url.hostname)));
  if (!secure) throw new TypeError('baseUrl must be https (http only on loopback, or with allowInsecureHttp).');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must not carry credentials, a query or a fragment.');
  }
  return url.href.replace(/\/+$/, '');
}
