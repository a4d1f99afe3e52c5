import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onOneStore } from '../../test/on-stores.ts';
import { PageSide } from '../../test/page-side.ts';
import { BY_MOVE_MS, playToEnd } from '../../test/play-to-end.ts';
import type { TestService } from '../../test/running-service.ts';
import { SdkMerchant } from '../../test/sdk-merchant.ts';

/** Nothing is looked up or compared in an enrollment. */
const OF_A_VERIFICATION = ['device_not_recognized', 'enrollment_not_found', 'finger_mismatch', 'too_many_attempts'];

describe('metadata.sandbox_outcome', () => {
  onOneStore((fixture) => {
    let service: TestService;
    let shop: SdkMerchant;
    beforeAll(async () => {
      service = await fixture.start();
      shop = await SdkMerchant.start(service, { bioTimeoutMs: 30_000 });
    });
    afterAll(() => shop.stop());

    /** Opens the page of a session with a requested outcome, and moves the clock until the session ends. */
    async function play(
      outcome: string,
      mode: 'enroll' | 'verify',
      more: object = {},
    ): Promise<{ json: Record<string, unknown>; moves: string[] }> {
      const page = await PageSide.open(shop.calls, { ...more, metadata: { sandbox_outcome: outcome } }, mode);
      const json = await playToEnd(service.clock, async () => (await shop.calls.result(page.sessionId)).json);
      return { json, moves: (await service.service.store.sessions.events(page.sessionId)).map(({ to }) => to) };
    }

    it('enrolled: the ordinary moves one by one, with a real store call', async () => {
      const { json, moves } = await play('enrolled', 'enroll', { payload: { finger: 'LM' } });
      expect(json).toMatchObject({ status: 'succeeded', result: { enrolled: true, payload: { finger: 'LM' } } });
      expect(moves).toEqual(['created', 'opened', 'app_launched', 'callback_received', 'processing', 'succeeded']);
      expect(shop.lastBody).toMatchObject({ payload: { finger: 'LM' } });
    });

    it.each([
      ['matched', true],
      ['not_matched', false],
    ])('%s after an enrollment: a real lookup and the requested outcome', async (outcome, matched) => {
      await play('enrolled', 'enroll', { payload: { finger: 'RI' } });
      const { json } = await play(outcome, 'verify', { payload: { finger: 'RI' } });
      expect(json).toMatchObject({ status: 'succeeded', result: { matched, payload: { finger: 'RI' } } });
      expect(shop.lastBody).toMatchObject({ verification_session_id: json['session_id'] });
    });

    it('where devices are bound, the simulated app has one', async () => {
      const { merchants } = service.service.store;
      await merchants.update(shop.calls.merchantId, { deviceBinding: 'required' });
      expect((await play('enrolled', 'enroll')).json).toMatchObject({ result: { device: 'bound' } });
      expect((await play('matched', 'verify')).json).toMatchObject({ result: { matched: true, device: 'bound' } });
      await merchants.update(shop.calls.merchantId, { deviceBinding: 'off' });
    });

    it('not_matched any number of times: it does not count toward too_many_attempts', async () => {
      await service.service.store.merchants.update(shop.calls.merchantId, { attemptsPerHour: 1 });
      await play('enrolled', 'enroll', { payload: { finger: 'RI' } });
      for (let i = 0; i < 2; i++)
        expect((await play('not_matched', 'verify')).json).toMatchObject({ result: { matched: false } });
    });

    it('matched without an enrollment is enrollment_not_found, because the lookup is real', async () => {
      const { json } = await play('matched', 'verify', { payload: { finger: 'RM' } });
      expect(json).toMatchObject({ status: 'failed', failure_code: 'enrollment_not_found' });
    });

    it('a real app that joins first goes on alone', async () => {
      const outcome = { metadata: { sandbox_outcome: 'user_declined' } };
      const app = await (await PageSide.open(shop.calls, outcome)).join();
      const { sessionId } = await PageSide.open(shop.calls, outcome);
      const other = await playToEnd(service.clock, async () => (await shop.calls.result(sessionId)).json);
      expect(other).toMatchObject({ failure_code: 'user_declined' });
      expect((await app.session()).json).toMatchObject({ status: 'app_launched' });
    });

    it('canceled and expired', async () => {
      expect((await play('canceled', 'enroll')).json).toMatchObject({ status: 'canceled', result: null });
      expect((await play('expired', 'enroll')).json).toMatchObject({
        status: 'expired',
        failure_code: 'session_expired',
      });
    });

    it.each([
      ['verify', Object.keys(FAILURE_CODES)],
      ['enroll', Object.keys(FAILURE_CODES).filter((code) => !OF_A_VERIFICATION.includes(code))],
    ] as const)('%s: every failure code that such a session can have', async (mode, possible) => {
      const codes = possible.filter((code) => code !== 'session_expired');
      const played = await Promise.all(codes.map((code) => play(code, mode)));
      expect(played.map(({ json }) => json['failure_code'])).toEqual(codes);
      for (const { json } of played) expect(json).toMatchObject({ status: 'failed', result: null });
    });

    it('400 with the list of possible outcomes for one that an enrollment cannot have', async () => {
      for (const outcome of [...OF_A_VERIFICATION, 'matched']) {
        const { status, json, headers } = await shop.calls.enroll({ metadata: { sandbox_outcome: outcome } });
        expect(status).toBe(400);
        const { message } = json['error'] as { message: string };
        expect(message).toMatch(
          /^metadata\.sandbox_outcome must be one of enrolled, canceled, expired, session_expired, /,
        );
        expect(message).not.toContain(outcome);
        expect(headers['authly-param']).toBe('metadata.sandbox_outcome');
      }
    });

    it('400 invalid_request for an unknown outcome, or one of the other mode', async () => {
      for (const value of ['frobnicate', '', 7, 'matched', 'toString']) {
        const refused = await shop.calls.enroll({ metadata: { sandbox_outcome: value } });
        expect(refused).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } });
        expect(refused.text).not.toContain('frobnicate');
      }
      expect(
        (await shop.calls.verify({ payload: { finger: 'LI' }, metadata: { sandbox_outcome: 'enrolled' } })).status,
      ).toBe(400);
    });
  });

  it('is plain metadata in production: any value is accepted, and nothing is simulated', async () => {
    const { TestService: Service } = await import('../../test/running-service.ts');
    const { MerchantCalls } = await import('../../test/merchant-calls.ts');
    const service = await Service.start({ environment: 'production' });
    try {
      const calls = await MerchantCalls.of(service);
      const created = await calls.enroll({ metadata: { sandbox_outcome: 'frobnicate' } });
      expect(created.status).toBe(201);
      const page = await PageSide.open(calls, { metadata: { sandbox_outcome: 'canceled' } });
      service.clock.move(BY_MOVE_MS * 5);
      expect((await calls.result(page.sessionId)).json.status).toBe('opened');
    } finally {
      await service.stop();
    }
  });
});
