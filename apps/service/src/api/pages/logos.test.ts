import { encode } from 'fast-png';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claim } from '../../../test/app-side.ts';
import { MerchantCalls } from '../../../test/merchant-calls.ts';
import { PageSide } from '../../../test/page-side.ts';
import { TestService } from '../../../test/running-service.ts';
import { logoOf } from '../../merchants/logo/logo.ts';

const logo = logoOf(encode({ width: 1, height: 1, data: Uint8Array.of(0, 170, 120), channels: 3, depth: 8 }));

let service: TestService;
let shop: MerchantCalls;
beforeAll(async () => {
  service = await TestService.start();
  shop = await MerchantCalls.of(service);
});
afterAll(() => service.stop());

it('page and app get the URL of the logo, which is served as a picture without any rights', async () => {
  await service.service.store.merchants.update(shop.merchantId, { logo });
  const page = await PageSide.open(shop);
  const url = `https://authly.test/logos/${logo.id}`;
  expect((await page.session()).json.merchant_logo_url).toBe(url);
  const events = await page.events();
  expect((await events.next())?.['merchant_logo_url']).toBe(url);
  await events.leave();
  expect((await claim(service, await page.linkToken())).json.merchant_logo_url).toBe(url);
  const { status, headers } = await service.request(`/logos/${logo.id}`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(logo.bytes.length),
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*; sandbox$/) as string,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

it('without a logo they get no URL, and other URLs are 404', async () => {
  const other = await MerchantCalls.of(service);
  expect((await (await PageSide.open(other)).session()).json).not.toHaveProperty('merchant_logo_url');
  for (const id of [`${'0'.repeat(64)}.svg`, 'x', '..%2Fca.pem', `${logo.id}.html`])
    expect((await service.request(`/logos/${id}`)).json.error.code).toBe('not_found');
});
