import type { X509Certificate } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509';

const OWN_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
const own = new BlockList();
for (const network of OWN_NETWORKS) {
  const [address = '', bits] = network.split('/');
  own.addSubnet(address, Number(bits), familyOf(address));
}

/** The extension's value. Clients reject leaves for other names; subdomains of a permitted name are permitted. */
export const nameConstraints = (hosts: readonly string[]): ArrayBuffer =>
  AsnConvert.serialize(new NameConstraints({ permittedSubtrees: new GeneralSubtrees(permittedFor(hosts)) }));

/** Whether the authority may sign for these hosts. Nothing else in it is encoded like a subtree. */
export const permits = ({ raw }: X509Certificate, hosts: readonly string[]): boolean =>
  permittedFor(hosts).every((subtree) => raw.includes(Buffer.from(AsnConvert.serialize(subtree))));

function permittedFor(hosts: readonly string[]): GeneralSubtree[] {
  const names = hosts.filter((host) => !isIP(host) && host !== 'localhost' && !host.endsWith('.localhost'));
  const addresses = hosts.filter((host) => isIP(host) && !own.check(host, familyOf(host)));
  return [
    ...['localhost', ...names].map((name) => new GeneralName({ dNSName: name.toLowerCase() })),
    ...[...OWN_NETWORKS, ...addresses.map((address) => `${address}/${isIPv6(address) ? 128 : 32}`)].map(
      (network) => new GeneralName({ iPAddress: network }),
    ),
  ].map((base) => new GeneralSubtree({ base }));
}
