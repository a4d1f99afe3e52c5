import type { LookupAddress } from 'node:dns';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerJson,
  failureOf,
  GOOD_STORE,
  LoopbackServer,
  makeCertificates,
  merchantAt,
  ServiceSide,
} from '../../test/bio-merchant.ts';
import {
  calledAddresses,
  ForbiddenAddressError,
  guardedLookup,
  guardedConnect,
  isForbiddenAddress,
} from './address-guard.ts';
import { OutboundConnections } from './connections.ts';

const FORBIDDEN = [
  ['this host', '0.0.0.0', '0.1.2.3', '::'],
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['private', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  ['shared', '100.64.0.1', '100.127.255.255'],
  ['link-local', '169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0', 'fec0::1'],
  ["a cloud's own", '168.63.129.16'],
  ['unique local', 'fc00::1', 'fdff:ffff::1'],
  ['multicast and broadcast', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  ['v4-mapped, also of a public address', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  ['v4-compatible and translated', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
  ['6to4 and Teredo', '2002:7f00:1::', '2001:0:1::1'],
  ['documentation and benchmarks', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1'],
  ['no address at all', 'shop.example', '', '1.2.3', '1.2.3.4.5'],
].map(([what, ...addresses]) => [what!, addresses] as const);

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '168.63.129.15',
  '168.63.129.17',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:200::1',
  '2a00:1450::1',
];

describe('isForbiddenAddress', () => {
  it.each(FORBIDDEN)('refuses %s', (_what, addresses) => {
    for (const address of addresses) expect([address, isForbiddenAddress(address)]).toEqual([address, true]);
  });

  it.each(PUBLIC)('accepts %s', (address) => {
    expect(isForbiddenAddress(address)).toBe(false);
  });

  it('rejects IPv4 addresses written as IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:'), (address, prefix) => {
        expect(isForbiddenAddress(prefix + address)).toBe(true);
      }),
    );
  });
});

describe('a host that is an address', () => {
  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0',
    '10.1',
    '0xa9fea9fe',
    '192.168.257',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[fd00::1]',
    '１２７.0.0.1',
  ])('%s is refused as the URL reads it', (host) => {
    expect(() => guardedConnect(new URL(`https://${host}/bio`).hostname)).toThrow(ForbiddenAddressError);
  });

  it.each(['8.8.8.8', '134744072', '[2606:4700:4700::1111]', 'shop.example', 'localhost'])(
    '%s is accepted here: a name is checked after its lookup',
    (host) => {
      expect(() => guardedConnect(new URL(`https://${host}/bio`).hostname)).not.toThrow();
    },
  );
});

describe('guardedLookup', () => {
  const looked = (addresses: LookupAddress[], all: boolean): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const lookup = guardedLookup(async () => addresses);
      lookup('shop.example', { all }, (error, answer) => (error ? reject(error) : resolve(answer)));
    });
  const good = { address: '8.8.8.8', family: 4 };

  it('returns the checked addresses, in either form', async () => {
    expect(await looked([good], true)).toEqual([good]);
    expect(await looked([good], false)).toBe('8.8.8.8');
  });

  it.each<[string, LookupAddress[]]>([
    ['its only address is private', [{ address: '10.0.0.1', family: 4 }]],
    ['one of several is private', [good, { address: 'fd00::1', family: 6 }]],
    ['it has none', []],
  ])('refuses a name when %s', async (_what, addresses) => {
    for (const all of [true, false]) await expect(looked(addresses, all)).rejects.toBeInstanceOf(ForbiddenAddressError);
  });

  it('returns the error of an unknown name', async () => {
    const lookup = guardedLookup(() => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })));
    await expect(new Promise((_resolve, reject) => lookup('shop.example', {}, reject))).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });
});

describe('the addresses that are called', () => {
  const at = (address: string) => async () => [{ address, family: 4 }];
  const missing = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));

  it('in production a refused one is named with the reason', async () => {
    expect(await calledAddresses('shop.example', 'production', at('8.8.8.8'))).toEqual(['8.8.8.8']);
    const reason = (host: string, resolve = at('10.0.0.1')) => calledAddresses(host, 'production', resolve);
    await expect(reason('shop.example')).rejects.toThrow(/^shop\.example resolves to 10\.0\.0\.1, which is a private/);
    await expect(reason('[::1]')).rejects.toThrow(/^::1 is a private address, which is not called in production$/);
    await expect(reason('shop.example', missing)).rejects.toThrow(
      /^shop\.example is not in DNS \(ENOTFOUND\)\. Asked \S.*; \/etc\/hosts is not read$/,
    );
  });

  it('a sandbox calls this machine', async () => {
    expect(await calledAddresses('127.0.0.1', 'test')).toEqual(['127.0.0.1']);
    expect(await calledAddresses('localhost', 'test')).toContain('127.0.0.1');
  });
});

describe('calls in production', () => {
  let server: LoopbackServer;
  const open: ServiceSide[] = [];
  const sideOf = async (connections: OutboundConnections): Promise<ServiceSide> => {
    const side = await ServiceSide.make(connections);
    open.push(side);
    return side;
  };

  beforeAll(async () => {
    const certificates = await makeCertificates(['localhost', '127.0.0.1', 'shop.example']);
    server = await LoopbackServer.https((_request, res) => answerJson(res, 200, GOOD_STORE), certificates);
  });
  afterAll(async () => {
    for (const side of open) side.close();
    await server.close();
  });

  it('the sandbox may call this machine', async () => {
    const side = await sideOf(new OutboundConnections({ environment: 'test' }));
    expect(failureOf(await side.store(merchantAt(`${server.url}/bio`, server.ca)))).toBe('none');
  });

  it('connects to the checked address, with one lookup per connection', async () => {
    const names: string[] = [];
    // Replaces the checked lookup and returns the loopback server, which no other lookup could.
    const side = await sideOf(
      new OutboundConnections({
        environment: 'production',
        lookup: (hostname, options, callback) => {
          names.push(hostname);
          return options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
        },
      }),
    );
    const merchant = merchantAt(`https://shop.example:${server.port}/bio`, server.ca);
    expect(failureOf(await side.store(merchant))).toBe('none');
    expect(failureOf(await side.store(merchant))).toBe('none');
    expect(names).toEqual(['shop.example']);
  });
});
