import { expect, it } from 'vitest';
import { journeys } from './browser.ts';
import { choose, enroll, pay, told, useShopPlace } from './shop.ts';

/** What the shop says to every outcome that its list offers. */
const SAID = {
  enroll: {
    canceled: 'Not enrolled',
    expired: 'Not enrolled',
    user_declined: 'Not enrolled',
    quality_too_low: 'Not enrolled',
    merchant_bio_timeout: 'Not enrolled',
    enrolled: 'Your finger is enrolled',
  },
  pay: {
    matched: 'Paid. Thank you!',
    not_matched: 'Not paid',
    canceled: 'Not paid',
    expired: 'Not paid',
    user_declined: 'Not paid',
    finger_mismatch: 'Not paid',
    too_many_attempts: 'Not paid',
    provider_timeout: 'Not paid',
  },
};

journeys('every outcome of the sandbox, in the shop', {}, () => {
  const place = useShopPlace();

  it.each([
    ['enroll', enroll],
    ['pay', pay],
  ] as const)('%s', { timeout: 120_000 }, async (what, begin) => {
    const page = await place().visit('A');
    const offered = await page.locator(`#${what}-outcomes option`).allTextContents();
    expect(offered.toSorted()).toEqual(Object.keys(SAID[what]).toSorted());
    const said: Record<string, string> = {};
    for (const outcome of Object.keys(SAID[what])) {
      await choose(page, what, outcome);
      const popup = await begin(page);
      said[outcome] = await told(page);
      await popup.close();
    }
    expect(said).toEqual(SAID[what]);
  });
});
