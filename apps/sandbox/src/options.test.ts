import { describe, expect, it } from 'vitest';
import { sandboxOptions } from './options.ts';

describe('the options of npm start', () => {
  it.each([
    [[], {}],
    [['--help'], { help: true }],
    [['--phone', '-h'], { help: true }],
    [['--phone'], { phone: { address: undefined } }],
    [['--openid', '--phone'], { openId: true, phone: { address: undefined } }],
    [['--phone=192.168.1.20'], { phone: { address: '192.168.1.20' } }],
    [['--phone=My-Laptop.local'], { phone: { address: 'my-laptop.local' } }],
  ])('%j', (args, options) => {
    expect(sandboxOptions(args)).toEqual(options);
  });

  it.each([
    [['--fone'], 'npm start has no option "--fone": see npm start -- --help'],
    [['--phone', '192.168.1.20'], 'npm start has no option "192.168.1.20": see npm start -- --help'],
    [['--phone='], '--phone="" is neither an IPv4 address nor a name'],
    [['--phone=https://here'], '--phone="https://here" is neither an IPv4 address nor a name'],
    [['--phone=192.168.1.256'], '--phone="192.168.1.256" is neither an IPv4 address nor a name'],
    [['--phone=fd00::1'], '--phone takes no IPv6 address: name an IPv4 one'],
    [['--phone=localhost'], 'a phone cannot reach localhost: name the address that it sees'],
    [['--phone=0.0.0.0'], 'a phone cannot reach 0.0.0.0: name the address that it sees'],
  ])('%j is refused with a message', (args, sentence) => {
    expect(() => sandboxOptions(args)).toThrow(new Error(sentence));
  });

  it('refuses an option that npm took for itself, and two addresses', () => {
    expect(() => sandboxOptions([], { npm_config_phone: 'true' })).toThrow('write npm start -- --phone');
    expect(() => sandboxOptions([], { npm_config_openid: 'true' })).toThrow('write npm start -- --openid');
    expect(() => sandboxOptions(['--phone'], { AUTHLY_BASE_URL: 'https://here.test' })).toThrow('AUTHLY_BASE_URL');
  });
});
