import { expect, it } from 'vitest';
import { newWebhookSecret } from '../src/webhooks/secret.ts';
import { anyCapture } from './app-side.ts';
import { LoopbackServer } from './bio-merchant.ts';
import { MerchantCalls } from './merchant-calls.ts';
import { PageSide } from './page-side.ts';
import { TestService } from './running-service.ts';

it('a service in production connects to no private address, for a Bio API or a webhook', async () => {
  const server = await LoopbackServer.https((_request, response) => response.end());
  const service = await TestService.start({ environment: 'production' });
  const { store } = service.service;
  const url = `https://127.0.0.1:${server.port}`;
  const shop = await MerchantCalls.of(service, { bioBaseUrl: `${url}/bio`, bioCaPem: server.ca });
  const { merchantId } = shop;
  const owner = { environment: 'production', master: service.config.masterKey, merchantId } as const;
  const secrets = [newWebhookSecret(owner, service.clock.now()).secret];
  await store.webhooks.add({
    merchantId,
    url: `${url}/hook`,
    caPem: server.ca,
    secrets,
    createdAt: service.clock.now(),
  });
  const page = await PageSide.open(shop);
  expect((await (await page.join()).callback(anyCapture())).json.status).toBe('failed');
  await expect
    .poll(async () => (await store.bioAttempts.of(page.sessionId)).map(({ reason }) => reason))
    .toEqual(['FORBIDDEN_ADDRESS', 'FORBIDDEN_ADDRESS']);
  const delivery = async (): Promise<string> => {
    service.clock.move(1000);
    return JSON.stringify(await store.webhooks.deliveries(merchantId, 1));
  };
  await expect.poll(delivery).toContain('FORBIDDEN_ADDRESS');
  expect(server.connections).toBe(0);
  await service.stop();
  await server.close();
});
