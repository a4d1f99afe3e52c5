import { expect, it, onTestFinished } from 'vitest';
import { anyCapture } from './app-side.ts';
import { LoopbackServer } from './bio-merchant.ts';
import { keyAction } from './key-action.ts';
import { lookIfDue } from './look-if-due.ts';
import { MerchantCalls } from './merchant-calls.ts';
import { PageSide } from './page-side.ts';
import { TestService } from './running-service.ts';
import { attemptsOf } from '../src/merchants/webhook.ts';

it.each(['localhost', '127.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]'])(
  'in production no call of a session, no event, no probe and no test reaches this machine: %s',
  async (host) => {
    const service = await TestService.start({ environment: 'production' });
    const inside = await LoopbackServer.https((_request, response) => response.writeHead(200).end('{"stored":true}'));
    onTestFinished(async () => void (await Promise.all([service.stop(), inside.close()])));
    const url = `https://${host}:${inside.port}`;
    const shop = await MerchantCalls.of(service, { bioBaseUrl: `${url}/bio`, bioCaPem: inside.ca });
    const { merchantId: merchant_id } = shop;
    await service.addWebhook(merchant_id, { url: `${url}/hook`, ca: inside.ca });

    const page = await PageSide.open(shop);
    expect((await (await page.join()).callback(anyCapture())).json.status).toBe('failed');
    expect((await shop.result(page.sessionId)).json.failure_code).toBe('merchant_bio_unavailable');
    const result = async () => attemptsOf((await lookIfDue(service, merchant_id))[0]!)[0]?.result;
    await expect.poll(result).toMatch(/^(?:FORBIDDEN_ADDRESS|ENOTFOUND)$/);
    expect(await keyAction(['merchant probe', { merchant_id }], service)).toMatchObject({ ok: false });
    expect(await keyAction(['webhook test', { merchant_id }], service)).toMatchObject({ delivered: false });
    expect(inside.connections).toBe(0);
  },
);
