import { LIMITS } from '@authly/contract/limits';
import type { Merchant } from '../src/merchants/merchant.ts';

/** A merchant with usual settings, except those given. */
export const merchantFixture = (id: string, settings: Partial<Merchant> = {}): Merchant => ({
  id,
  name: 'A shop',
  bioBaseUrl: 'https://shop.test/bio',
  bioCaPem: null,
  bioTimeoutMs: 5000,
  bioRetries: 1,
  sessionLifetimeS: LIMITS.sessionLifetimeMaxS,
  rateLimits: {},
  logoId: null,
  attemptsPerHour: LIMITS.attemptsPerHour,
  createdAt: Date.now(),
  ...settings,
});
