import type { NetworkInterfaceInfoIPv4 } from 'node:os';
import { expect, it } from 'vitest';
import { chooseAddress, networkAddresses } from './network-address.ts';

const on = (address: string, internal = false): NetworkInterfaceInfoIPv4[] => [
  { address, family: 'IPv4', internal, netmask: '255.255.255.0', mac: '00:00:00:00:00:00', cidr: null },
];

it('lists home and office networks first; excludes loopback, link-local, containers, virtual machines and tunnels', () => {
  const found = networkAddresses({
    lo: on('127.0.0.1', true),
    docker0: on('172.17.0.1'),
    'br-0a1b2c': on('172.18.0.1'),
    veth12: on('192.168.50.1'),
    vboxnet0: on('192.168.56.1'),
    utun3: on('10.8.0.2'),
    'vEthernet (WSL)': on('172.29.0.1'),
    eth2: on('169.254.3.4'),
    eth1: on('203.0.113.9'),
    eth0: on('10.0.0.5'),
    wlan0: on('192.168.1.20'),
    empty: undefined,
  });
  expect(found.map(({ address }) => address)).toEqual(['192.168.1.20', '10.0.0.5', '203.0.113.9']);
});

it('chooses one address and names the others; a given address wins', () => {
  const found = [
    { address: '192.168.1.20', device: 'wlan0' },
    { address: '10.0.0.5', device: 'eth0' },
  ];
  expect(chooseAddress(undefined, found)).toEqual({ address: '192.168.1.20', others: [found[1]] });
  expect(chooseAddress('10.0.0.5', found)).toEqual({ address: '10.0.0.5', others: [found[0]] });
  expect(chooseAddress('laptop.local', [])).toEqual({ address: 'laptop.local', others: [] });
});

it('without an address the message says what to do', () => {
  expect(() => chooseAddress(undefined, [])).toThrow(/no address on a local network: connect it .* --phone=ADDRESS$/);
});
