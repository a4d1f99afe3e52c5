import { parse } from 'pg-connection-string';

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

const MUST_BE_ENCODED =
  'has characters in user, password or database that must be percent-encoded: # as %23, / as %2F, ? as %3F, @ as %40, % as %25';
/** Another character than # / ? may stand in a password as it is: the last @ ends it. */
const UNENCODED = /#|^[^:]+:\/\/[^/?#@]+[/?][^=]*@/;
const PORT_RULE = 'must have a port from 1 to 65535, or none';

/** What keeps an address from being used, in words that name none of its parts: each may be the password. */
export function addressFault(url: string): string | undefined {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return 'must begin with postgres://';
  if (UNENCODED.test(url)) return MUST_BE_ENCODED;
  return serversOf(url)
    .map(serverFault)
    .find((fault) => fault !== undefined);
}

/** Read as the driver reads it. No host: the driver takes PGHOST, or this machine. */
function serverFault(server: string): string | undefined {
  try {
    const { host, port } = parse(server);
    if (host && !/^(?:\/.*|[\p{L}\p{N}_.:-]+)$/u.test(host))
      return 'must name the host of a database server, as in postgres://user:password@db.example:5432/authly';
    return port && !isPort(port) ? PORT_RULE : undefined;
  } catch (error) {
    // A file that it names: whoever connects says which.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) return undefined;
    const [, port] = /^[^:]+:\/\/[^/?]*:([^/?@\]]*)(?:[/?]|$)/.exec(server) ?? [];
    return port !== undefined && !isPort(port) ? PORT_RULE : MUST_BE_ENCODED;
  }
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
