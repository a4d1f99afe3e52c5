import { expect, it } from 'vitest';
import { SETTINGS, type MerchantSetting } from './merchant-settings.ts';
import { newMerchant } from './merchant.ts';

const rows = SETTINGS.map(([, row]) => row);

it.each<keyof MerchantSetting>(['column', 'flag', 'label', 'help'])('each setting has its own %s', (name) => {
  const values = rows.map((row) => JSON.stringify(row[name]));
  expect(new Set(values).size).toBe(values.length);
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
