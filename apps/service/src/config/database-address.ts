/** What libpq calls a server that takes writes; the service needs no other. */
export const WRITABLE = ['read-write', 'primary'];

/**
 * The servers of an address, in its order, each as an address of its own: `postgres://user:…@one:5432,two:5432/authly` names two of them.
 * They share user, password, database and parameters.
 */
export function serversOf(url: string): string[] {
  const [, before, hosts = '', after] = /^([^:]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url];
}

/** The same address with user and password of another, unless it has its own: one file then holds the password of both. */
export function withCredentialsOf(other: string, url: string): string {
  const [, scheme, own, rest] = /^([^:]+:\/\/)([^/?#]*@)?(.*)$/s.exec(url) ?? [];
  const [, credentials = ''] = /^[^:]+:\/\/([^/?#]*@)?/.exec(other) ?? [];
  return scheme === undefined ? url : `${scheme}${own ?? credentials}${rest}`;
}
