import { beforeEach, expect, it } from 'vitest';
import { keyAction } from '../../../test/key-action.ts';
import { onBothStores } from '../../../test/on-stores.ts';
import type { TestService } from '../../../test/running-service.ts';

onBothStores((fixture) => {
  let service: TestService;
  let merchant_id: string;
  beforeEach(async () => {
    service ??= await fixture.start();
    merchant_id = (await service.addMerchant()).merchantId;
  });

  const atOnce = (...changes: readonly object[]): Promise<Record<string, unknown>[]> =>
    Promise.all(
      changes.map((each) => keyAction<Record<string, unknown>>(['merchant set', { merchant_id, ...each }], service)),
    );
  /** Oldest first. */
  const audited = async (action: string): Promise<object[]> =>
    (await service.service.store.audit.list(99, undefined, { action, subject: merchant_id }))
      .toReversed()
      .map(({ detail }) => JSON.parse(detail) as object);

  it('two operators who set a webhook at once are both done, with one secret', async () => {
    const done = await atOnce({ webhookUrl: 'https://a.example/hook' }, { webhookUrl: 'https://b.example/hook' });
    expect(done.filter((each) => 'webhook_secret' in each)).toHaveLength(1);
    const { url, secrets } = (await service.service.store.webhooks.find(merchant_id))!;
    expect(secrets).toHaveLength(1);
    const [first, last] = url.includes('a.example') ? ['b', 'a'] : ['a', 'b'];
    expect(await audited('webhook.set')).toEqual([
      { origin: `none → https://${first}.example` },
      { origin: `https://${first}.example → https://${last}.example` },
    ]);
  });
});
