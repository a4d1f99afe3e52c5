import type { Finger } from '@authly/contract/wire/fingers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import SAMPLES from '@authly/contract/sample-records.json' with { type: 'json' };
import SEALING_VECTORS from '@authly/contract/sealing-vectors.json' with { type: 'json' };
import { anyCapture, captured, type Capture } from '../../test/app-side.ts';
import { randomView, templateOf, captureOf } from '../../../../packages/fingerprint/test/finger-captures.ts';
import { onOneStore } from '../../test/on-stores.ts';
import { PageSide } from '../../test/page-side.ts';
import type { TestService } from '../../test/running-service.ts';
import { answering, SdkMerchant } from '../../test/sdk-merchant.ts';

/** Whole journeys over HTTP: merchant backend, page, app and the merchant's own Bio API made with the SDK. */
onOneStore((fixture) => {
  let service: TestService;
  let merchant: SdkMerchant;
  const lines: string[] = [];
  beforeAll(async () => {
    service = await fixture.start({ logTo: { write: (line) => void lines.push(line) } });
    merchant = await SdkMerchant.start(service);
    return () => merchant.stop();
  });
  afterEach(() => {
    merchant.instead = undefined;
  });
  let users = 0;
  const newUser = (): { merchant_user_ref: string } => ({ merchant_user_ref: `user-${++users}` });

  /** The result that the merchant reads after the app has sent this. */
  async function outcome(
    mode: 'enroll' | 'verify',
    user: object,
    capture: Capture,
    finger: Finger = 'RI',
  ): Promise<Record<string, unknown>> {
    const page = await PageSide.open(merchant.calls, { ...user, payload: { finger } }, mode);
    const app = await page.join();
    const told = (await app.callback(capture)).json;
    const result = (
      await merchant.calls.result(page.sessionId, new URLSearchParams(user as Record<string, string>).toString())
    ).json;
    expect(told).toEqual({ session_id: page.sessionId, status: result.status });
    return result as Record<string, unknown>;
  }
  const failureOf = async (...args: Parameters<typeof outcome>): Promise<unknown> => {
    const { status, result, session_id: id, failure_code: code } = await outcome(...args);
    expect([status, result]).toEqual(['failed', null]);
    const ended = lines.filter((line) => line.includes('"msg":"session ended"') && line.includes(String(id)));
    expect(ended.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ status: 'failed', failure_code: code, request_id: expect.any(String) as string }),
    ]);
    return code;
  };
  const enrolled = async (user: object, capture: Capture = anyCapture()): Promise<void> =>
    expect((await outcome('enroll', user, capture)).status).toBe('succeeded');

  describe('enrollment', () => {
    it("succeeds with the finger that the app reported, not the merchant's reference finger", async () => {
      const result = await outcome('enroll', newUser(), anyCapture('LM'), 'RI');
      expect(result).toMatchObject({
        status: 'succeeded',
        result: {
          enrolled: true,
          payload: { finger: 'LM' },
          completed_at: new Date(service.clock.now()).toISOString(),
        },
      });
      expect(result).not.toHaveProperty('failure_code');
    });

    it('passes features and key to the merchant as the app sealed them, with the service’s mark, signed so that the SDK accepts them', async () => {
      const [user, before] = [newUser(), merchant.refusals.length];
      const page = await PageSide.open(merchant.calls, user);
      const app = await page.join();
      const { finger, features, enc_key } = await app.sealed(anyCapture());
      expect((await app.callback({ finger, features, enc_key })).json.status).toBe('succeeded');
      expect(merchant.lastBody).toEqual({
        merchant_id: merchant.calls.merchantId,
        ...user,
        enrollment_session_id: page.sessionId,
        type: 'fingerprint',
        payload: { finger, features, enc_key: expect.stringMatching(/\.[\w-]{43}$/) },
        captured_at: new Date(service.clock.now()).toISOString(),
      });
      expect((merchant.lastBody['payload'] as { enc_key: string }).enc_key.slice(0, -44)).toBe(enc_key);
      expect(merchant.refusals).toHaveLength(before);
    });

    it("captured_at is the app's own time between claim and now, else the time of the callback", async () => {
      const page = await PageSide.open(merchant.calls);
      const app = await page.join();
      const at = service.clock.now() + 1000;
      service.clock.move(5000);
      await app.callback({ ...anyCapture(), captured_at: new Date(at).toISOString() });
      expect(merchant.lastBody['captured_at']).toBe(new Date(at).toISOString());
      await outcome('enroll', newUser(), { ...anyCapture(), captured_at: '2001-01-01T00:00:00Z' });
      expect(merchant.lastBody['captured_at']).toBe(new Date(service.clock.now()).toISOString());
    });

    it.each<[string, string, Capture]>([
      [
        'template_invalid',
        'features that do not open',
        { ...anyCapture(), enc_key: SEALING_VECTORS.vectors[0]!.enc_key },
      ],
      ['template_invalid', 'features sealed for another finger', { ...anyCapture('LI'), finger: 'RI' }],
      ['template_invalid', 'features that hold no record', captured(Buffer.from('no record'))],
      ['quality_too_low', 'too few minutiae', captured(templateOf(randomView(1, { count: 6 })))],
      ['quality_too_low', 'poor quality', captured(templateOf(randomView(1, { quality: 5 })))],
    ])('%s: %s; the merchant is not called', async (code, _, capture) => {
      const before = merchant.bodies.length;
      expect(await failureOf('enroll', newUser(), capture)).toBe(code);
      expect(merchant.bodies).toHaveLength(before);
    });

    it("the store reply's finger must be the one that was sent", async () => {
      merchant.instead = answering(200, { stored: true, payload: { finger: 'LM' } });
      expect(await failureOf('enroll', newUser(), anyCapture('RI'))).toBe('merchant_bio_invalid_response');
      merchant.instead = answering(200, { stored: true, payload: { finger: 'RI' } });
      expect(await outcome('enroll', newUser(), anyCapture('RI'))).toMatchObject({
        result: { payload: { finger: 'RI' } },
      });
    });
  });

  describe('verification', () => {
    const user = { merchant_user_ref: 'user-with-a-finger' };
    beforeAll(() => enrolled(user, captured(templateOf(captureOf(12, 0)))));

    it('notes the use of a sealing key that opened a stored enrollment, and not of one that did not', async () => {
      const user = newUser();
      await enrolled(user);
      const usedAt = async () => (await service.service.store.keys.list('capture-sealing'))[0]!.lastUsedAt;
      const before = await usedAt();
      service.clock.move(2 * 3_600_000);
      await merchant.calls.renew();
      merchant.instead = answering(200, { found: true, payload: { features: 'AAAA', enc_key: 'AAAA' } });
      expect(await failureOf('verify', user, anyCapture())).toBe('template_invalid');
      expect(await usedAt()).toBe(before);
      merchant.instead = undefined;
      await outcome('verify', user, anyCapture('RI', 2));
      await expect.poll(usedAt).toBe(service.clock.now());
    });

    it('the published sample records: the enrollment is fit, its probe matches, the other finger does not', async () => {
      const of = (record: string): Capture => captured(Buffer.from(record, 'base64'));
      const sampled = newUser();
      await enrolled(sampled, of(SAMPLES.enrollment_base64));
      const matched = async (record: string): Promise<unknown> =>
        (await outcome('verify', sampled, of(record)))['result'];
      expect(await matched(SAMPLES.probe_base64)).toMatchObject({ matched: true });
      expect(await matched(SAMPLES.other_finger_base64)).toMatchObject({ matched: false });
      // The app's own captures have ridge maps. This enrollment has none.
      const withMap = await outcome('verify', sampled, captured(templateOf(captureOf(1, 4))));
      expect(withMap['result']).toMatchObject({ matched: true });
    });

    it('template_invalid: an enrollment with ridge maps and a probe without', async () => {
      const { extended: _, ...bare } = captureOf(12, 1);
      expect(await failureOf('verify', user, captured(templateOf(bare)))).toBe('template_invalid');
    });

    it('finger_mismatch: another finger than requested; the merchant is not called', async () => {
      const before = merchant.bodies.length;
      expect(await failureOf('verify', user, anyCapture('LM'))).toBe('finger_mismatch');
      expect(merchant.bodies).toHaveLength(before);
    });

    it('template_invalid: a probe that does not open; the merchant is not called', async () => {
      const before = merchant.bodies.length;
      expect(await failureOf('verify', user, { ...anyCapture(), enc_key: SEALING_VECTORS.vectors[0]!.enc_key })).toBe(
        'template_invalid',
      );
      expect(merchant.bodies).toHaveLength(before);
    });
  });
});
