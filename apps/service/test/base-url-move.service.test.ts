import { expect, it } from 'vitest';
import { templateOf, captureOf } from '../../../packages/fingerprint/test/finger-captures.ts';
import { AppSide, captured } from './app-side.ts';
import { onOneStore } from './on-stores.ts';
import { PageSide } from './page-side.ts';
import { answering, SdkMerchant } from './sdk-merchant.ts';
import { MerchantCalls } from './merchant-calls.ts';

onOneStore((fixture) => {
  it('a merchant that moves to another base URL with its store and master key keeps its credentials and enrollments', async () => {
    const before = await fixture.start();
    const merchant = await SdkMerchant.start(before);
    const enroll = await PageSide.open(merchant.calls);
    await (await AppSide.join(before, await enroll.linkToken('button'), enroll.cookie)).callback(
      captured(templateOf(captureOf(12, 0))),
    );
    const { merchant_user_ref, type, payload } = merchant.lastBody;
    await before.stop();

    const baseUrl = 'https://c2.authly.test';
    const config = { baseUrl, hostedUiUrl: `${baseUrl}/hosted`, appUrl: `${baseUrl}/app/` };
    const after = await fixture.start({ config, clock: before.clock });
    const found = { found: true, enrollment_ref: 'enr_1', enrolled_at: '2026-01-31T09:15:00.000Z' };
    merchant.instead = answering(200, { ...found, merchant_user_ref, type, payload });
    const calls = await MerchantCalls.with(after, merchant.calls.client);
    const verify = await PageSide.open(calls, {}, 'verify');
    const app = await AppSide.join(after, await verify.linkToken('button'), verify.cookie);
    expect((await app.callback(captured(templateOf(captureOf(12, 1))))).json).toMatchObject({ status: 'succeeded' });
    expect((await calls.result(verify.sessionId)).json).toMatchObject({ result: { matched: true } });
    await merchant.stop();
  });
});
