import { expect, it } from 'vitest';
import { httpsUrl } from './https-url.ts';

it.each(['127.0.0.1', '[::1]', '2130706433', '0x7f.1', '169.254.169.254', '[::ffff:10.0.0.1]', '10.1.2.3'])(
  'in production names the private address of https://%s, and a sandbox takes it',
  (host) => {
    const url = `https://${host}/bio`;
    expect(() => httpsUrl(url, 'production', 'the Bio API')).toThrow(
      /has the private address [\d.:a-f]+, which is not/,
    );
    expect(httpsUrl(url, 'test', 'the Bio API').pathname).toBe('/bio');
  },
);

it.each(['localhost', 'shop.localhost'])('in production refuses https://%s, and a sandbox takes it', (host) => {
  const url = `https://${host}/bio`;
  expect(() => httpsUrl(url, 'production', 'the Bio API')).toThrow('must not be localhost');
  expect(httpsUrl(url, 'test', 'the Bio API').hostname).toBe(host);
});

it.each([
  ['http://shop.example/bio', 'full HTTPS URL'],
  ['shop.example', 'full HTTPS URL'],
  [`https://shop.example/${'x'.repeat(2028)}`, 'full HTTPS URL'],
  ['https://user@shop.example/bio', 'credentials'],
  ['https://:pw@shop.example/bio', 'credentials'],
  ['https://shop.example/bio?', 'query'],
  ['https://shop.example/bio#', 'fragment'],
  ['https://localhost./bio', 'end with a dot'],
  ['https://shop.example.:8443/bio', 'end with a dot'],
])('refuses %s', (url, why) => {
  expect(() => httpsUrl(url, 'test', 'the Bio API')).toThrow(why);
});
