import { LIMITS } from '@authly/contract/wire/limits';
import { newMerchant, type Merchant } from '../src/merchants/merchant.ts';

/** A merchant with usual settings, except those given. */
export const merchantFixture = (id: string, settings: Partial<Merchant> = {}): Merchant =>
  newMerchant({
    id,
    name: 'A shop',
    bioBaseUrl: 'https://shop.test/bio',
    sessionLifetimeS: LIMITS.sessionLifetimeMaxS,
    createdAt: Date.now(),
    ...settings,
  });
