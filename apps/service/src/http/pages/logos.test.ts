import { afterAll, beforeAll, expect, it } from 'vitest';
import { claim } from '../../../test/app-side.ts';
import { MerchantCalls } from '../../../test/merchant-calls.ts';
import { PageSide } from '../../../test/page-side.ts';
import { TestService } from '../../../test/running-service.ts';
import { logoOf } from '../../merchants/logo/logo.ts';

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';
const { logo } = logoOf(new TextEncoder().encode(DRAWING));

let service: TestService;
let shop: MerchantCalls;
beforeAll(async () => {
  service = await TestService.start();
  shop = await MerchantCalls.of(service);
});
afterAll(() => service.stop());

it('page and app are told where the logo is, and it is served there as a picture that can do nothing', async () => {
  await service.service.store.merchants.setLogo(shop.merchantId, logo);
  const page = await PageSide.open(shop);
  const url = `https://authly.test/logos/${logo.id}`;
  expect((await page.session()).json.merchant_logo_url).toBe(url);
  const events = await page.events();
  expect((await events.next())?.['merchant_logo_url']).toBe(url);
  await events.leave();
  expect((await claim(service, await page.linkToken())).json.merchant_logo_url).toBe(url);
  const { status, text, headers } = await service.request(`/logos/${logo.id}`);
  expect([status, text]).toEqual([200, DRAWING]);
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*; sandbox$/) as string,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

it('without one neither is told of any, and other addresses are 404', async () => {
  const other = await MerchantCalls.of(service);
  expect((await (await PageSide.open(other)).session()).json).not.toHaveProperty('merchant_logo_url');
  for (const id of [`${'0'.repeat(64)}.svg`, 'x', '..%2Fca.pem', `${logo.id}.html`])
    expect((await service.request(`/logos/${id}`)).json.error.code).toBe('not_found');
});
