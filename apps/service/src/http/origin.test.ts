import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { originBehind } from './origin.ts';

const message = (remoteAddress: string, headers: Record<string, string>, encrypted = false): IncomingMessage =>
  ({ socket: { remoteAddress, ...(encrypted && { encrypted }) }, headers }) as unknown as IncomingMessage;
const behind = originBehind(['10.0.0.0/8']);
const forwarded = (by: string, list: string): string => behind.address(message(by, { 'x-forwarded-for': list }));

it('the address is that of the nearest who is no proxy of ours, whatever it says of others', () => {
  expect(forwarded('10.0.0.1', '203.0.113.7')).toBe('203.0.113.7');
  expect(forwarded('10.0.0.1', '198.51.100.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7');
  expect(forwarded('198.51.100.9', '203.0.113.7')).toBe('198.51.100.9');
  expect(forwarded('10.0.0.1', 'not an address')).toBe('not an address');
  expect(originBehind([]).address(message('10.0.0.1', { 'x-forwarded-for': '203.0.113.7' }))).toBe('10.0.0.1');
});

it('only a proxy of ours can say that the client came by TLS', () => {
  const came = (by: string, proto: string): boolean => behind.isHttps(message(by, { 'x-forwarded-proto': proto }));
  expect([came('10.0.0.1', 'https'), came('10.0.0.1', 'https, http'), came('198.51.100.9', 'https')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(behind.isHttps(message('198.51.100.9', { 'x-forwarded-proto': 'http' }, true))).toBe(true);
});
