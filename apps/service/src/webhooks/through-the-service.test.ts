import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { driveTo } from '../../test/drive-session.ts';
import { LoopbackServer, makeCertificates } from '../../test/bio-merchant.ts';
import { lookIfDue } from '../../test/look-if-due.ts';
import { MerchantCalls } from '../../test/merchant-calls.ts';
import { onBothStores } from '../../test/on-stores.ts';
import { newWebhookSecret } from './secret.ts';

onBothStores((fixture) => {
  it('the merchant gets an event for a canceled and for an expired session', async () => {
    const tls = await makeCertificates();
    const server = await LoopbackServer.https(tls, (_request, response) => response.writeHead(200).end());
    const service = await fixture.start();
    const { clock, config, waiting: idle } = service;
    const { store } = service.service;
    const shop = await MerchantCalls.of(service);
    const { merchantId } = shop;
    const { text, secret } = newWebhookSecret(
      { environment: 'test', master: config.masterKey, merchantId },
      clock.now(),
    );
    await store.webhooks.add({ merchantId, url: server.url, caPem: tls.ca, secrets: [secret], createdAt: clock.now() });
    const [canceled, expired] = [await shop.newSession(), await shop.newSession('verify')];

    await driveTo('opened', canceled, { store, now: clock.now() });
    await shop.cancel(canceled);
    const delivered = async (): Promise<number> =>
      (await lookIfDue(service, merchantId)).filter(({ deliveredAt }) => deliveredAt !== null).length;
    await expect.poll(delivered).toBe(1);
    clock.move(600_000);
    // The next round of the sweeper ends the session.
    await expect.poll(() => clock.waiting).toBe(idle);
    clock.move(2000);
    await expect.poll(delivered).toBe(2);
    const [first, second] = server.seen.map(
      ({ headers, body }) => new Webhook(text).verify(body, headers as Record<string, string>) as { data: object },
    );
    expect([first!.data, second!.data]).toEqual([
      { session_id: canceled, mode: 'enroll' },
      { session_id: expired, mode: 'verify' },
    ]);
    // Counted after the event is stored as delivered.
    await expect
      .poll(async () => (await service.ops('/metrics')).text)
      .toContain(`authly_webhook_attempt_duration_seconds_count{merchant="${merchantId}",end="delivered"} 2`);
    await server.close();
  });
});
