import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerV2, ipv4, ipv6 } from '../../test/proxy-headers.ts';
import { parseProxyHeader } from './proxy-header.ts';

const HELLO = Buffer.from('\x16\x03\x01…');
const v1 = (text: string) => parseProxyHeader('v1', Buffer.from(text, 'latin1'));
const v2 = (header: Buffer) => parseProxyHeader('v2', header);

describe('a PROXY protocol header of version 2', () => {
  it.each([
    ['IPv4', headerV2(), '192.0.2.7', 28],
    ['IPv6', headerV2({ transport: 0x21, addresses: ipv6('20010db8000000000000000000000abc') }), '2001:db8::abc', 52],
    [
      'IPv4 with extensions',
      headerV2({ addresses: Buffer.concat([ipv4('192.0.2.7'), Buffer.alloc(84)]) }),
      '192.0.2.7',
      112,
    ],
    [
      'a health check of the proxy',
      headerV2({ command: 0x20, transport: 0, addresses: Buffer.alloc(0) }),
      undefined,
      16,
    ],
    ['a client that the proxy does not know', headerV2({ transport: 0, addresses: Buffer.alloc(9) }), undefined, 25],
  ])('%s', (_, header, client, bytes) => {
    expect(v2(Buffer.concat([header, HELLO]))).toEqual({ bytes, client });
    for (let length = 0; length < header.length; length++) expect(v2(header.subarray(0, length))).toBe('more');
  });

  it.each([
    ['version 1', Buffer.from('PROXY TCP4 192.0.2.7 192.0.2.1 1 2\r\n')],
    ['TLS without a header', HELLO],
    ['another version', headerV2({ command: 0x11 })],
    ['an unknown command', headerV2({ command: 0x22 })],
    ['UDP', headerV2({ transport: 0x12 })],
    ['a Unix socket', headerV2({ transport: 0x31, addresses: Buffer.alloc(216) })],
    ['addresses that are too short', headerV2({ addresses: Buffer.alloc(11) })],
    ['IPv6 with the addresses of IPv4', headerV2({ transport: 0x21 })],
    ['a length beyond every extension', headerV2({ length: 65_535 })],
  ])('malformed: %s', (_, header) => {
    expect(v2(header)).toBe('malformed');
  });

  it('the first wrong byte of the signature is enough', () => {
    for (let i = 0; i < 12; i++) {
      const header = headerV2().subarray(0, i + 1);
      header[i]! ^= 1;
      expect(v2(header)).toBe('malformed');
    }
  });
});

describe('a PROXY protocol header of version 1', () => {
  it.each([
    ['PROXY TCP4 192.0.2.7 203.0.113.1 12345 443\r\n', '192.0.2.7'],
    ['PROXY TCP6 2001:db8::abc ::1 12345 443\r\n', '2001:db8::abc'],
    ['PROXY UNKNOWN\r\n', undefined],
    ['PROXY UNKNOWN ffff::1 ffff::1 1 2\r\n', undefined],
  ])('%j', (header, client) => {
    expect(v1(`${header}GET /`)).toEqual({ bytes: header.length, client });
    for (let length = 0; length < header.length; length++) expect(v1(header.slice(0, length))).toBe('more');
  });

  it.each([
    headerV2().toString('latin1'),
    'GET / HTTP/1.1\r\n',
    'PROXY TCP4 192.0.2.7\r\n',
    'PROXY TCP4 2001:db8::abc ::1 1 2\r\n',
    'PROXY TCP6 192.0.2.7 192.0.2.1 1 2\r\n',
    'PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n',
    'PROXY TCP4 192.0.2.7, 192.0.2.1 1 2\r\n',
    'PROXY TCP4 192.0.2.7 192.0.2.1 1 2 3\r\n',
    'PROXY UDP4 192.0.2.7 192.0.2.1 1 2\r\n',
    `PROXY UNKNOWN ${'x'.repeat(100)}\r\n`,
    'x',
  ])('malformed: %j', (header) => {
    expect(v1(header)).toBe('malformed');
  });
});

it('any bytes are a header, the beginning of one, or malformed', () => {
  const start = fc.constantFrom(headerV2().subarray(0, 12), Buffer.from('PROXY TCP4 '), Buffer.alloc(0));
  const anyBytes = fc.tuple(start, fc.uint8Array()).map((parts) => Buffer.concat(parts));
  const holds = fc.property(fc.constantFrom('v1', 'v2'), anyBytes, (version, bytes) => {
    const parsed = parseProxyHeader(version, bytes);
    return typeof parsed === 'string' || parsed.bytes <= bytes.length;
  });
  expect(fc.check(holds)).toMatchObject({ failed: false });
});
