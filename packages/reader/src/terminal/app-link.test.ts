import { expect, it } from 'vitest';
import { readAppLink } from './app-link.ts';

it('tells where the service is and the token that joins the session', () => {
  expect(readAppLink('https://authly.example/app/#link=ses_1.qr.2.x')).toEqual({
    baseUrl: 'https://authly.example',
    linkToken: 'ses_1.qr.2.x',
  });
  expect(readAppLink('https://authly.example/base/app/#link=a').baseUrl).toBe('https://authly.example/base');
  expect(readAppLink('https://app.example/#link=a', 'https://authly.example/').baseUrl).toBe('https://authly.example');
});

it.each([
  ['http://authly.example/app/#link=a', undefined],
  ['https://authly.example/app/', undefined],
  ['https://authly.example/app/#link=', undefined],
  ['authly', undefined],
  ['https://app.example/#link=a', undefined],
  ['https://app.example/#link=a', 'http://authly.example'],
])('refuses %s (%s) with a sentence', (link, service) => {
  expect(() => readAppLink(link, service)).toThrow(/https:\/\//);
});
