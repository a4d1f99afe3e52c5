import { beforeAll, expect, it } from 'vitest';
import { scheduleRotation } from '../src/keys/rotation.ts';
import { anyCapture } from './app-side.ts';
import { onOneStore } from './on-stores.ts';
import { PageSide } from './page-side.ts';
import type { TestService } from './running-service.ts';
import { answering, SdkMerchant } from './sdk-merchant.ts';

const DAY = 24 * 60 * 60_000;

/** Ordinary sessions write the data of `authly keys readiness`. */
onOneStore((fixture) => {
  let service: TestService;
  let merchant: SdkMerchant;
  beforeAll(async () => {
    service = await fixture.start();
    merchant = await SdkMerchant.start(service);
    return () => merchant.stop();
  });

  /** Ends at the lookup: nothing is enrolled or compared. */
  async function verify(): Promise<string> {
    const page = await PageSide.open(merchant.calls, {}, 'verify');
    await (await page.join()).callback(anyCapture());
    return (await merchant.calls.result(page.sessionId)).json.failure_code as string;
  }
  const keys = () => service.service.store.keys;
  const acceptances = async (): Promise<[string, number][]> =>
    (await keys().acceptances()).map(({ keyId, lastAcceptedAt }) => [keyId, lastAcceptedAt]);

  it('a session notes the accepted key of its merchant; a rejection notes nothing; after the switch the new key is noted', async () => {
    merchant.instead = answering(401, { error: { code: 'signature_mismatch', message: 'x', request_id: 'r' } });
    expect(await verify()).toBe('merchant_bio_rejected');
    expect(await acceptances()).toEqual([]);

    merchant.instead = undefined;
    expect(await verify()).toBe('enrollment_not_found');
    const firstAt = service.clock.now();
    const [first] = await keys().list('bio-signing');
    // The call does not wait for the note.
    await expect.poll(acceptances).toEqual([[first!.id, firstAt]]);
    expect((await keys().acceptances())[0]).toMatchObject({ merchantId: merchant.calls.merchantId });

    const { added } = scheduleRotation({
      purpose: 'bio-signing',
      records: await keys().list('bio-signing'),
      environment: 'test',
      master: service.config.masterKey,
      now: service.clock.now(),
      switchAt: service.clock.now() + 7 * DAY,
    });
    await keys().add(added);
    service.clock.move(7 * DAY);
    // The SDK fetches keys at most every 5 s of real time.
    await merchant.stop();
    const again = await SdkMerchant.start(service);
    merchant = again;
    expect(await verify()).toBe('enrollment_not_found');
    await expect
      .poll(async () => (await keys().acceptances()).map(({ merchantId, keyId }) => [merchantId, keyId]))
      .toContainEqual([again.calls.merchantId, added.id]);
  });
});
