import { BlockList, isIPv6 } from 'node:net';

/** Is a connection from here one of our proxies'? */
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
