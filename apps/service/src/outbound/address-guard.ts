import { getServers, type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { Environment } from '../runtime/environment.ts';
import { resolveName, type Resolve } from './resolve-name.ts';

const FORBIDDEN: readonly (readonly [network: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  // Azure's platform services.
  ['168.63.129.16', 32, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['::1', 128, 'ipv6'],
  // IPv4 addresses written as IPv6, including NAT64.
  ['::ffff:0:0', 96, 'ipv6'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

// One list per family: in a shared list every IPv4 address would match the mapped network.
const forbidden = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits, family] of FORBIDDEN) forbidden[family].addSubnet(network, bits, family);

export function isForbiddenAddress(text: string): boolean {
  const address = text.split('%')[0]!;
  const version = isIP(address);
  if (version === 0) return true;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return forbidden[family].check(address, family);
}

export class ForbiddenAddressError extends Error {
  constructor(host: string) {
    super(`${host} has an address that a merchant Bio API may not have`);
    this.name = 'ForbiddenAddressError';
  }
}

/** What every connection of production to a merchant needs. Throws for a forbidden literal address: it needs no DNS, so Node calls no lookup. */
export function guardedConnect(hostname: string, lookup = guardedLookup()): { readonly lookup: LookupFunction } {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isForbiddenAddress(host)) throw new ForbiddenAddressError(host);
  return { lookup };
}

/** Rejects a host if any of its addresses is forbidden. The connection uses the checked addresses. */
export const guardedLookup =
  (resolve: Resolve = resolveName()): LookupFunction =>
  (hostname, options, callback) => {
    withChecked(hostname, resolve, (error, addresses) => {
      if (error) return callback(error, '', 0);
      return options.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

const withChecked = callbackify(checkedAddresses);
async function checkedAddresses(hostname: string, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0 || addresses.some(({ address }) => isForbiddenAddress(address)))
    throw new ForbiddenAddressError(hostname);
  return addresses;
}

/** The addresses at which the service calls a host: in production by DNS only, and none that is private. Throws why it calls none. */
export async function calledAddresses(hostname: string, environment: Environment, resolve = resolveName()) {
  const host = hostname.replaceAll(/[[\]]/g, '');
  const ask = environment === 'test' ? (name: string) => lookup(name, { all: true }) : orNotInDns(resolve);
  const addresses = isIP(host) === 0 ? (await ask(host)).map(({ address }) => address) : [host];
  const forbidden = environment === 'production' ? addresses.find(isForbiddenAddress) : undefined;
  if (forbidden === undefined) return addresses;
  const what = forbidden === host ? host : `${host} resolves to ${forbidden}, which`;
  throw new Error(`${what} is a private address, which is not called in production`);
}

const orNotInDns =
  (resolve: Resolve): Resolve =>
  (host) =>
    resolve(host).catch(({ code, message }: NodeJS.ErrnoException) => {
      throw new Error(
        `${host} is not in DNS (${code ?? message}). Asked ${getServers().join(', ')}; /etc/hosts is not read`,
      );
    });
