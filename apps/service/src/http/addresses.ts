import { BlockList, isIPv6, SocketAddress } from 'node:net';

/** Limits count these as one client each: one customer can use all addresses of an IPv6 /64, and a site those of a /48. */
export interface AddressGroups {
  /** An IPv4 address or an IPv6 /64. */
  readonly address: string;
  /** The /48 of an IPv6 address. */
  readonly network?: string;
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

export function addressGroups(address: string): AddressGroups {
  if (!isIPv6(address)) return { address };
  // One spelling for all spellings of an address: proxies forward what they like.
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = MAPPED.exec(canonical)?.[1];
  if (mapped !== undefined) return { address: mapped };
  const [head = [], tail = []] = canonical.split('::').map((half) => half.split(':').filter((part) => part !== ''));
  // Two colons replace the missing zeros.
  const parts = [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
  return { address: `${parts.slice(0, 4).join(':')}::/64`, network: `${parts.slice(0, 3).join(':')}::/48` };
}

export function proxyCheck(trustedProxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address = '') => list.check(address, familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
