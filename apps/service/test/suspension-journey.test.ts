import { beforeAll, describe, expect, it } from 'vitest';
import { driveTo } from './drive-session.ts';
import { codeOf, ENROLLMENTS, MerchantCalls } from './merchant-calls.ts';
import { onBothStores } from './on-stores.ts';
import { OperatorSide } from './operator-side.ts';
import type { TestAnswer, TestService } from './running-service.ts';

/** The promise of the command. */
const PROMISED_MS = 5000;

describe('a suspended merchant', () => {
  onBothStores((fixture) => {
    let operator: OperatorSide;
    let processes: TestService[];
    let merchant: MerchantCalls;
    beforeAll(async () => {
      operator = await OperatorSide.start(fixture);
      const { clock, config } = operator.service;
      processes = [operator.service, await fixture.start({ clock, config: { masterKey: config.masterKey } })];
      merchant = await MerchantCalls.of(operator.service);
    });

    const tokenOf = (service: TestService): Promise<TestAnswer> => service.requestToken(merchant.client);
    const create = (service: TestService): Promise<TestAnswer> =>
      service.post(ENROLLMENTS, merchant.token, merchant.enrollment());
    const authly = (...words: string[]) => operator.authly('merchant', ...words, merchant.merchantId);

    it('gets no token and creates nothing in any process within 5 s; its running session continues, and resume undoes it', async () => {
      const running = await merchant.newSession();
      for (const service of processes) expect((await create(service)).status).toBe(201);
      for (const service of processes) expect((await tokenOf(service)).status).toBe(200);

      expect(await authly('suspend')).toMatchObject({ code: 0, out: expect.stringContaining('is suspended') });
      operator.service.clock.move(PROMISED_MS);
      for (const service of processes) {
        expect(codeOf(await tokenOf(service))).toEqual([401, 'invalid_client']);
        expect(codeOf(await create(service))).toEqual([401, 'invalid_token']);
      }
      const { store } = processes[1]!.service;
      await driveTo('succeeded', running, { store, now: operator.service.clock.now() });
      expect(JSON.parse((await operator.authly('merchant', 'show', merchant.merchantId, '--json')).out)).toMatchObject({
        suspended_at: expect.stringMatching(/Z$/),
      });
      expect(await authly('suspend')).toMatchObject({ code: 1, error: expect.stringContaining('already suspended') });

      expect(await authly('resume')).toMatchObject({ code: 0, out: expect.stringContaining('is active') });
      // A token is issued at once, because a process reads the store again before a rejection.
      for (const service of processes) expect((await tokenOf(service)).status).toBe(200);
      operator.service.clock.move(PROMISED_MS);
      for (const service of processes) expect((await create(service)).status).toBe(201);
      expect((await merchant.result(running)).json).toMatchObject({ status: 'succeeded' });
      expect(await authly('resume')).toMatchObject({ code: 1, error: expect.stringContaining('not suspended') });
      expect((await store.audit.list(2)).map(({ action, subject }) => [action, subject])).toEqual([
        ['merchant.resume', merchant.merchantId],
        ['merchant.suspend', merchant.merchantId],
      ]);
    });
  });
});
