import { BlockList, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Limits count an IPv6 /64 network as one client, because one customer can use all of its addresses. */
export function addressGroup(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = partsOf(head);
  // Two colons replace the missing zeros.
  if (tail !== undefined)
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - partsOf(tail).length)).fill('0'));
  if (tail !== undefined) groups.push(...partsOf(tail));
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

const partsOf = (text: string): string[] =>
  text
    .split(':')
    .filter((part) => part !== '')
    // An IPv4 address at the end replaces two groups.
    .flatMap((part) => (part.includes('.') ? ['0', '0'] : [part]));

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
