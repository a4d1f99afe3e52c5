import { beforeAll, describe, expect, it } from 'vitest';
import { onOneStore } from '../../../test/on-stores.ts';
import { OperatorSide } from '../../../test/operator-side.ts';

describe('authly keys notice', () => {
  onOneStore((fixture) => {
    let operator: OperatorSide;
    beforeAll(async () => {
      operator = await OperatorSide.start(fixture);
    });
    const notice = (...more: string[]) => operator.authly('keys', 'notice', ...more);

    it('is printed while it is announced, with the merchants that acknowledged it', async () => {
      expect(await notice()).toMatchObject({
        code: 1,
        error: expect.stringContaining('no rotation of the signing key is announced'),
      });
      const { merchantId } = await operator.service.addMerchant({ name: 'Corner Shop' });
      const scheduled = JSON.parse((await operator.authly('keys', 'schedule', '--in=8d', '--json')).out) as {
        notice: string;
      };
      for (let i = 0; i < 2; i++) expect((await notice()).out).toContain(scheduled.notice);
      expect((await notice()).out).toMatch(/Corner Shop +–$/m);
      const acknowledged = await notice('--acknowledged', merchantId, '--json');
      expect(JSON.parse(acknowledged.out)).toMatchObject({
        notice: scheduled.notice,
        merchants: [{ merchant_id: merchantId, acknowledged_at: expect.stringMatching(/Z$/) }],
      });
      expect(await notice('--acknowledged', merchantId)).toMatchObject({ code: 1 });
      expect(await notice('--acknowledged', 'nobody')).toMatchObject({
        code: 1,
        error: expect.stringContaining('there is no merchant nobody'),
      });
      expect((await operator.service.service.store.audit.list(1))[0]).toMatchObject({
        action: 'keys.acknowledge',
        subject: merchantId,
      });
    });

    it('ends when the announced key is removed', async () => {
      const { key_id } = JSON.parse((await notice('--json')).out) as { key_id: string };
      expect((await operator.authly('keys', 'emergency', '--key-id', key_id)).code).toBe(0);
      expect((await notice()).code).toBe(1);
    });
  });
});
