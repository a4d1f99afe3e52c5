import { expect, it } from 'vitest';
import { addressGroups } from './addresses.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
  ['', ''],
  ['no address', 'no address'],
])('%s counts as %s', (address, group, network?: string) => {
  expect(addressGroups(address)).toEqual({ address: group, ...(network !== undefined && { network }) });
});
