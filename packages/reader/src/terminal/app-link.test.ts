import { expect, it } from 'vitest';
import { readAppLink } from './app-link.ts';

const OURS = ['https://authly.example', 'https://other.example/base/'];

it('reads the service’s address and the link token', () => {
  expect(readAppLink('https://authly.example/app/#link=ses_1.qr.2.x', OURS)).toEqual({
    baseUrl: 'https://authly.example',
    linkToken: 'ses_1.qr.2.x',
  });
  expect(readAppLink('https://other.example/base/app/#link=a', OURS).baseUrl).toBe('https://other.example/base');
  expect(readAppLink('https://AUTHLY.example:443/app/#link=a', OURS).baseUrl).toBe('https://authly.example');
  expect(readAppLink('https://app.example/#link=a', ['https://authly.example/']).baseUrl).toBe(
    'https://authly.example',
  );
});

it.each([
  'https://authly.example.evil.test/app/#link=a',
  'https://evil.test/app/#link=a',
  'https://authly.example@evil.test/app/#link=a',
  'https://authly.example:8443/app/#link=a',
  'https://authly.example/base/app/#link=a',
  'https://other.example/app/#link=a',
  'https://authly.example./app/#link=a',
  'https://evil.test/#link=a',
])('refuses a link to a service that is not listed: %s', (link) => {
  expect(() => readAppLink(link, OURS)).toThrow(/leads to .* not one of: https:\/\/authly\.example, /);
});

it.each<[string, string[]]>([
  ['http://authly.example/app/#link=a', OURS],
  ['https://authly.example/app/', OURS],
  ['https://authly.example/app/#link=', OURS],
  ['authly', OURS],
  ['https://authly.example/app/#link=a', []],
  ['https://authly.example/app/#link=a', ['http://authly.example']],
  ['https://authly.example/app/#link=a', ['https://user@authly.example']],
  ['https://authly.example/app/#link=a', ['authly.example']],
])('refuses %s (%s) with a sentence', (link, services) => {
  expect(() => readAppLink(link, services)).toThrow(/https:\/\//);
});
