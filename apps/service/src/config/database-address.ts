import { parse } from 'pg-connection-string';

/** libpq's names for a server that accepts writes. */
export const WRITABLE = ['read-write', 'primary'];

/** Splits `postgres://user:…@one:5432,two:5432/authly` into one address per server, in order. */
export function serversOf(url: string): string[] {
  const [, before, hosts = '', after] = /^([^:]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url];
}

/** Adds command-line options for the server to those of the address. */
export function withOptions(server: string, options: string): string {
  const [, before, query = ''] = /^([^?]*)\??(.*)$/s.exec(server)!;
  const parameters = new URLSearchParams(query);
  parameters.set('options', [...parameters.getAll('options'), options].join(' '));
  return `${before}?${parameters}`;
}

/** Adds user and password of `other`, unless `url` has its own. */
export function withCredentialsOf(other: string, url: string): string {
  const [, scheme, own, rest] = /^([^:]+:\/\/)([^/?#]*@)?(.*)$/s.exec(url) ?? [];
  const [, credentials = ''] = /^[^:]+:\/\/([^/?#]*@)?/.exec(other) ?? [];
  return scheme === undefined ? url : `${scheme}${own ?? credentials}${rest}`;
}

const MUST_BE_ENCODED =
  'has characters in user, password or database that must be percent-encoded: # as %23, / as %2F, ? as %3F, @ as %40, % as %25';
/** A password must encode # / ? only: the last @ ends it. */
const UNENCODED = /#|^[^:]+:\/\/[^/?#@]+[/?][^=]*@/;
const PORT_RULE = 'must have a port from 1 to 65535, or none';

/** The message contains no part of the address, because any part may be the password. */
export function addressFault(url: string): string | undefined {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return 'must begin with postgres://';
  if (UNENCODED.test(url)) return MUST_BE_ENCODED;
  return serversOf(url)
    .map(serverFault)
    .find((fault) => fault !== undefined);
}

/** Uses the driver's parser. Without a host the driver uses PGHOST or this machine. */
function serverFault(server: string): string | undefined {
  try {
    const { host, port } = parse(server);
    if (host && !/^(?:\/.*|[\p{L}\p{N}_.:-]+)$/u.test(host))
      return 'must name the host of a database server, as in postgres://user:password@db.example:5432/authly';
    return port && !isPort(port) ? PORT_RULE : undefined;
  } catch (error) {
    // A certificate file of the address cannot be read: the connection reports it.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) return undefined;
    const [, port] = /^[^:]+:\/\/[^/?]*:([^/?@\]]*)(?:[/?]|$)/.exec(server) ?? [];
    return port !== undefined && !isPort(port) ? PORT_RULE : MUST_BE_ENCODED;
  }
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
