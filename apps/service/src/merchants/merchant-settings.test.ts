import type { DeviceBinding } from '@authly/contract/wire/device';
import { expect, expectTypeOf, it } from 'vitest';
import {
  SETTINGS,
  settingsView,
  STORED_SETTINGS,
  type MerchantSetting,
  type SettingValue,
  type StoredSettings,
} from './merchant-settings.ts';
import { newMerchant } from './merchant.ts';

const rows = SETTINGS.map(([, row]) => row);

it.each<keyof MerchantSetting>(['column', 'flag', 'label', 'help'])('each setting has its own %s', (name) => {
  const values = rows.map((row) => JSON.stringify(row[name]));
  expect(new Set(values).size).toBe(values.length);
});

it('each choice has the type of its choices', () => {
  type Second = { type: 'choice'; choices: readonly ['dark', 'light'] } & Omit<MerchantSetting, 'type' | 'choices'>;
  expectTypeOf<SettingValue<Second>>().toEqualTypeOf<'dark' | 'light'>();
  expectTypeOf<StoredSettings['deviceBinding']>().toEqualTypeOf<DeviceBinding>();
});

it('operators see each stored setting', () => {
  const merchant = newMerchant({ id: 'm_1', name: 'A shop', bioBaseUrl: 'https://shop.test/bio', createdAt: 0 });
  const columns = STORED_SETTINGS.map(([, { column }]) => column.replace(/_pem$/, ''));
  expect(Object.keys(settingsView(merchant)).toSorted()).toEqual(columns.toSorted());
});

it('each default of a choice is one of its choices', () => {
  const wrong = rows.filter(
    ({ type, choices = [], default: value }) => type === 'choice' && !choices.includes(String(value)),
  );
  expect(wrong).toEqual([]);
});

it('each default is within its bounds', () => {
  const wrong = rows.filter(
    ({ default: value, bounds: [min, max] }) => typeof value === 'number' && (value < min || value > max),
  );
  expect(wrong).toEqual([]);
});

it('a new merchant has the given settings and the defaults of the others', () => {
  const given = { id: 'm_1', name: 'A shop', bioBaseUrl: 'https://shop.test/bio', createdAt: 0 };
  expect(newMerchant(given)).toMatchObject({
    ...given,
    logoId: null,
    bioCaPem: null,
    bioTimeoutMs: 5000,
    bioRetries: 1,
    sessionLifetimeS: 600,
    rateLimits: {},
    attemptsPerHour: 10,
  });
  expect(newMerchant({ ...given, bioRetries: 0 }).bioRetries).toBe(0);
});
