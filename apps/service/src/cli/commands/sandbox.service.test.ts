import { afterAll, beforeAll, expect, it } from 'vitest';
import { onOneStore } from '../../../test/on-stores.ts';
import { OperatorSide } from '../../../test/operator-side.ts';
import { playToEnd } from '../../../test/play-to-end.ts';
import { SdkMerchant } from '../../../test/sdk-merchant.ts';

onOneStore((fixture) => {
  let operator: OperatorSide;
  let shop: SdkMerchant;
  beforeAll(async () => {
    operator = await OperatorSide.start(fixture);
    shop = await SdkMerchant.start(operator.service);
  });
  afterAll(() => shop.stop());

  const created = async (metadata: object): Promise<string> =>
    (await shop.calls.enroll({ metadata })).json.session_id as string;
  const played = async (id: string): Promise<Record<string, unknown>> =>
    playToEnd(operator.service.clock, async () => (await shop.calls.result(id)).json);

  it('open opens a session without a browser, and its outcome follows', async () => {
    const id = await created({ sandbox_outcome: 'user_declined' });
    const opened = await operator.authly('sandbox', 'open', id);
    expect(opened).toMatchObject({ code: 0, error: '' });
    expect(opened.out).toBe(`${id} is opened. Its sandbox_outcome follows within seconds.\n`);
    expect(await played(id)).toMatchObject({ status: 'failed', failure_code: 'user_declined' });
  });

  it('open reports a missing outcome and rejects an unknown or ended session', async () => {
    const id = await created({});
    expect((await operator.authly('sandbox', 'open', id)).out).toContain('no metadata.sandbox_outcome');
    expect(JSON.parse((await operator.authly('sandbox', 'open', id, '--json')).out)).toEqual({
      session_id: id,
      status: 'opened',
    });
    expect(await operator.authly('sandbox', 'open', 'ses_nothing')).toMatchObject({
      code: 1,
      error: expect.stringContaining('authly: there is no session ses_nothing\n') as string,
    });
    await shop.calls.cancel(id);
    expect((await operator.authly('sandbox', 'open', id)).error).toMatch(
      /^authly: the service responded 409 session_finalized/,
    );
  });

  it('a simulated outage fails calls and their retries until it ends', async () => {
    const { merchantId } = shop.calls;
    const before = shop.bodies.length;
    expect((await operator.authly('sandbox', 'bio-api', 'down', '--merchant', merchantId)).out).toBe(
      `Simulated outage: ${merchantId}.\n`,
    );
    const id = await created({ sandbox_outcome: 'enrolled' });
    await operator.authly('sandbox', 'open', id);
    expect(await played(id)).toMatchObject({ status: 'failed', failure_code: 'merchant_bio_unavailable' });
    expect(shop.bodies).toHaveLength(before);
    const attempts = async () => operator.service.service.store.bioAttempts.of(id);
    await expect.poll(attempts).toMatchObject([
      { attempt: 1, stage: 'connect', reason: 'SANDBOX_DOWN' },
      { attempt: 2, stage: 'connect', reason: 'SANDBOX_DOWN' },
    ]);

    expect((await operator.authly('sandbox', 'bio-api', 'up')).out).toBe('All Bio APIs are up.\n');
    expect(await operator.service.service.store.settings.get('sandbox_bio_apis_down')).toBe('[]');
  });
});
