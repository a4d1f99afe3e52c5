import type { X509Certificate } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';

export const NAME_CONSTRAINTS = '2.5.29.30';
/** How the extension begins in a certificate: its number, that it is critical, and that bytes follow. */
const BEGINNING = Buffer.from('0603551d1e0101ff04', 'hex');
/** Tags of RFC 5280, section 4.2.1.10. */
const SEQUENCE = 0x30;
const PERMITTED = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** Loopback, private and link-local networks: addresses that mean nothing to the rest of the internet. */
const OWN_NETWORKS: readonly (readonly [address: string, bits: number])[] = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
const own = new BlockList();
for (const [address, bits] of OWN_NETWORKS) own.addSubnet(address, bits, familyOf(address));

/** Names below a permitted one are permitted too. What an authority with this extension signs for other names is worth nothing. Critical: who cannot read it must refuse. */
export const nameConstraints = (hosts: readonly string[]): Buffer =>
  der(SEQUENCE, der(PERMITTED, Buffer.concat(permittedFor(hosts))));

/** Whether the authority may sign for these hosts, and is held to names at all. */
export function permits(authority: X509Certificate, hosts: readonly string[]): boolean {
  const extension = constraintsOf(authority.raw);
  // Each part has its tags and lengths about it: no other part and no longer name contains it.
  return extension !== undefined && permittedFor(hosts).every((part) => extension.includes(part));
}

function permittedFor(hosts: readonly string[]): Buffer[] {
  const others = hosts.filter((host) => (isIP(host) ? !own.check(host, familyOf(host)) : !isLocalhost(host)));
  return [
    permitted(DNS_NAME, Buffer.from('localhost')),
    ...OWN_NETWORKS.map(([address, bits]) => permitted(IP_ADDRESS, network(address, bits))),
    ...others.map((host) =>
      isIP(host)
        ? permitted(IP_ADDRESS, network(host, isIPv6(host) ? 128 : 32))
        : permitted(DNS_NAME, Buffer.from(host.toLowerCase())),
    ),
  ];
}

const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

const permitted = (tag: number, value: Buffer): Buffer => der(SEQUENCE, der(tag, value));

/** The address, then its mask. */
function network(address: string, bits: number): Buffer {
  const bytes = isIPv6(address) ? bytesOfIPv6(address) : address.split('.').map(Number);
  const mask = bytes.map((_, i) => 0xff & (0xff << (8 - Math.min(8, Math.max(0, bits - 8 * i)))));
  return Buffer.from([...bytes, ...mask]);
}

function bytesOfIPv6(address: string): number[] {
  // As a URL writes it there is no dotted part left.
  const [head = '', tail] = new URL(`https://[${address}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (text = ''): string[] => text.split(':').filter((group) => group !== '');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].flatMap((group) => [
    Number.parseInt(group, 16) >> 8,
    Number.parseInt(group, 16) & 0xff,
  ]);
}

function der(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

/** Read as it stands in the bytes: the library that makes certificates takes longer to load than a start that makes none. */
function constraintsOf(certificate: Buffer): Buffer | undefined {
  const found = certificate.indexOf(BEGINNING);
  if (found < 0) return undefined;
  const at = found + BEGINNING.length;
  const first = certificate[at]!;
  // Below 128 the length itself, else of how many bytes it is.
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 2) return undefined;
  const length = lengthBytes === 0 ? first : certificate.readUIntBE(at + 1, lengthBytes);
  return certificate.subarray(at + 1 + lengthBytes, at + 1 + lengthBytes + length);
}
