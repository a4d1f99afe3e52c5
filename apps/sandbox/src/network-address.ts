import { networkInterfaces } from 'node:os';

type Interfaces = ReturnType<typeof networkInterfaces>;

export interface NetworkAddress {
  readonly address: string;
  readonly device: string;
}

/** No phone is behind the bridges and tunnels of containers, virtual machines and VPNs. */
const VIRTUAL =
  /^(?:docker|br-|bridge|veth|vEthernet|virbr|vmnet|vboxnet|lxc|lxd|cni|flannel|cali|podman|tun|tap|utun|ipsec|ppp|wg|tailscale|zt|awdl|llw|ap\d|anpi)/i;
const LINK_LOCAL = /^169\.254\./;
/** Home and office networks, the most likely first. */
const PRIVATE = [/^192\.168\./, /^10\./, /^172\.(?:1[6-9]|2\d|3[01])\./];

/** This machine's addresses for phones in the same network, the most likely first. */
export function networkAddresses(interfaces: Interfaces = networkInterfaces()): NetworkAddress[] {
  return Object.entries(interfaces)
    .filter(([device]) => !VIRTUAL.test(device))
    .flatMap(([device, addresses = []]) =>
      addresses
        .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !LINK_LOCAL.test(address))
        .map(({ address }) => ({ address, device })),
    )
    .sort((a, b) => likelihood(a) - likelihood(b));
}

const likelihood = ({ address }: NetworkAddress): number => {
  const index = PRIVATE.findIndex((range) => range.test(address));
  return index === -1 ? PRIVATE.length : index;
};

export function chooseAddress(
  wanted: string | undefined,
  found: readonly NetworkAddress[] = networkAddresses(),
): { readonly address: string; readonly others: readonly NetworkAddress[] } {
  const address = wanted ?? found[0]?.address;
  if (address === undefined)
    throw new Error(
      'this machine has no address on a local network: connect it to the one that the phone is in, or name its address with --phone=ADDRESS',
    );
  return { address, others: found.filter((other) => other.address !== address) };
}
