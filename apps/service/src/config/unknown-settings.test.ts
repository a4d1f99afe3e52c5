import { expect, it } from 'vitest';
import { SETTINGS } from './settings.ts';
import { unknownSettings } from './unknown-settings.ts';

it('a misspelled setting is reported with the likely one', () => {
  expect(unknownSettings({ AUTHLY_PROT: '1', AUTHLY_TRUSTED_PROXY: 'x', AUTHLY_COLOR: 'red' })).toEqual([
    { setting: 'AUTHLY_PROT', did_you_mean: 'AUTHLY_PORT' },
    { setting: 'AUTHLY_TRUSTED_PROXY', did_you_mean: 'AUTHLY_TRUSTED_PROXIES' },
    { setting: 'AUTHLY_COLOR' },
  ]);
});

it('settings, and variables of Kubernetes, of `authly sandbox env` and of other programs, are not reported', () => {
  expect(unknownSettings(Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, 'x'])))).toEqual([]);
  expect(
    unknownSettings({
      PATH: '/bin',
      AUTHLY_READER_DIR: 'x',
      AUTHLY_MERCHANT_ID: 'x',
      AUTHLY_CLIENT_ID: 'x',
      AUTHLY_CLIENT_SECRET: 'x',
      AUTHLY_CA_FILE: 'x',
      AUTHLY_TEST_DATABASE_URL: 'x',
      AUTHLY_SERVICE_HOST: '10.0.0.1',
      AUTHLY_SERVICE_PORT_HTTPS: '443',
      AUTHLY_PORT_443_TCP_ADDR: '10.0.0.1',
    }),
  ).toEqual([]);
});
