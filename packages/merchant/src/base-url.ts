const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Plain HTTP is for loopback only: the client secret is sent to this address, and the trusted keys come from it. */
export function serviceBaseUrl(text: string, { allowInsecureHttp = false } = {}): string {
  const url = parseBaseUrl(text, allowInsecureHttp);
  if (typeof url === 'string') return url;
  throw new TypeError(`baseUrl ${url.fault}.`);
}

export function parseBaseUrl(text: string, allowInsecureHttp?: boolean): string | { readonly fault: string } {
  if (!URL.canParse(text)) return { fault: 'is not a URL' };
  const { protocol, hostname, username, password, search, hash, href } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && (allowInsecureHttp || LOOPBACK.has(hostname))))
    return {
      fault: `must be https (http only on loopback${allowInsecureHttp === undefined ? '' : ', or with allowInsecureHttp'})`,
    };
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    return { fault: 'must not carry credentials, a query or a fragment' };
  return href.replace(/\/+$/, '');
}
