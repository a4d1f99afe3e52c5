import { type EnrollmentStore } from '@authly/merchant';
import { postgresEnrollments } from '@authly/merchant/stores/postgres';
import { sqliteEnrollments } from '@authly/merchant/stores/sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { CAPTURE_TYPES } from '../apps/service/src/capture/biometric-types.ts';
import { anyCapture, type AppSide } from '../apps/service/test/app-side.ts';
import { codeOf } from '../apps/service/test/merchant-calls.ts';
import { onOneStore, type StoreKind } from '../apps/service/test/on-stores.ts';
import { PageSide } from '../apps/service/test/page-side.ts';
import { palm, palmType, sealedPalm } from '../apps/service/test/palm-type.ts';
import type { TestService } from '../apps/service/test/running-service.ts';
import { SdkMerchant } from '../apps/service/test/sdk-merchant.ts';
import { openMerchantDatabase, openMerchantFile } from '../packages/merchant/test/merchant-database.ts';

const types = { ...CAPTURE_TYPES, palm: palmType };

async function openEnrollments(kind: StoreKind): Promise<{ store: EnrollmentStore; close: () => Promise<void> }> {
  if (kind === 'postgres') {
    const { pool, close } = await openMerchantDatabase();
    return { store: postgresEnrollments(pool), close };
  }
  const { db, close } = openMerchantFile();
  return { store: sqliteEnrollments(db), close };
}

/** A type of the registry only: no endpoint, no migration and no store of the SDK knows it. */
describe('a second biometric type', () => {
  onOneStore((fixture) => {
    let service: TestService;
    let merchant: SdkMerchant;
    beforeAll(async () => {
      service = await fixture.start({ biometricTypes: types });
      const { store, close } = await openEnrollments(fixture.kind);
      merchant = await SdkMerchant.start(service, {}, { store, biometricTypes: types });
      return async () => {
        await merchant.stop();
        await close();
      };
    });
    let users = 0;
    const newUser = (): string => `user-${++users}`;

    const open = (mode: 'enroll' | 'verify', user: string, more: object = {}): Promise<PageSide> =>
      PageSide.open(merchant.calls, { merchant_user_ref: user, type: 'palm', ...more }, mode);
    const resultOf = async (page: PageSide, user: string): Promise<Record<string, unknown>> =>
      (await merchant.calls.result(page.sessionId, `merchant_user_ref=${user}`)).json as Record<string, unknown>;
    const send = (app: AppSide, capture: ReturnType<typeof palm>) => app.callback(sealedPalm(app.joined.seal, capture));
    async function enroll(
      user: string,
      capture: ReturnType<typeof palm>,
      payload: object = {},
    ): Promise<Record<string, unknown>> {
      const page = await open('enroll', user, { payload });
      await send(await page.join(), capture);
      return resultOf(page, user);
    }
    async function verify(
      user: string,
      capture: ReturnType<typeof palm>,
      payload: object,
    ): Promise<Record<string, unknown>> {
      const page = await open('verify', user, { payload });
      await send(await page.join(), capture);
      return resultOf(page, user);
    }

    it('is enrolled: the result shows the app’s capture, not the reference', async () => {
      const user = newUser();
      const capture = palm('L', 'bent', 'a palm');
      expect(await enroll(user, capture, { hand: 'R' })).toMatchObject({
        status: 'succeeded',
        result: { enrolled: true, payload: { hand: 'L', pose: 'bent' } },
      });
      const payload = { ...capture, enc_key: expect.stringMatching(/^v2\.cap_\w+\.[\w+/=]+\.[\w-]{43}$/) as string };
      expect(merchant.lastBody).toMatchObject({ merchant_user_ref: user, type: 'palm', payload });
    });

    it('is verified against the merchant’s enrollment of the same payload only', async () => {
      const user = newUser();
      await enroll(user, palm('L', 'flat', 'left palm'));
      await enroll(user, palm('R', 'flat', 'right palm'));
      const payload = { hand: 'L', pose: 'flat' };
      expect(await verify(user, palm('L', 'flat', 'left palm'), payload)).toMatchObject({
        status: 'succeeded',
        result: { matched: true, payload },
      });
      expect(merchant.lastBody).toMatchObject({ type: 'palm', payload });
      expect(await verify(user, palm('L', 'flat', 'right palm'), payload)).toMatchObject({
        result: { matched: false },
      });
      expect(await verify(user, palm('L', 'bent', 'left palm'), { hand: 'L', pose: 'bent' })).toMatchObject({
        failure_code: 'enrollment_not_found',
      });
    });

    it('has its own failures: another payload, an unreadable capture, a poor capture', async () => {
      const user = newUser();
      const asked = { hand: 'L', pose: 'flat' };
      expect(await verify(user, palm('R', 'flat', 'a palm'), asked)).toMatchObject({ failure_code: 'capture_failed' });
      const wrongKey = { ...palm('L', 'flat', 'a palm'), enc_key: 'another' };
      expect(await verify(user, wrongKey, asked)).toMatchObject({ failure_code: 'template_invalid' });
      expect(await enroll(user, palm('L', 'flat', 'p'))).toMatchObject({ failure_code: 'quality_too_low' });
    });

    it('the app gets its type, and its fields for a verification only', async () => {
      const fields = { hand: 'R', pose: 'flat' };
      const asked = await (await open('verify', newUser(), { payload: fields })).join();
      expect(asked.joined).toMatchObject({ type: 'palm', ...fields });
      const free = await (await open('enroll', newUser(), { payload: fields })).join();
      expect(Object.keys(free.joined)).not.toEqual(expect.arrayContaining(['hand']));
    });

    it('400 for a payload or a callback of another shape', async () => {
      const { json } = await merchant.calls.verify({ type: 'palm', payload: { hand: 'L' } });
      expect(json.error).toMatchObject({ code: 'invalid_request', message: 'Missing: payload.pose.' });
      expect(codeOf(await merchant.calls.verify({ type: 'palm' }))).toEqual([400, 'invalid_request']);
      expect(codeOf(await merchant.calls.enroll({ type: 'palm', payload: { hand: 'X' } }))).toEqual([
        400,
        'invalid_request',
      ]);
      expect(codeOf(await merchant.calls.enroll({ type: 'iris' }))).toEqual([400, 'unsupported_bio_type']);
      const app = await (await open('enroll', newUser())).join();
      expect(codeOf(await app.callback(anyCapture()))).toEqual([400, 'invalid_request']);
    });

    it('fails with merchant_bio_rejected if the merchant answers 400 unsupported_bio_type', async () => {
      const stranger = await SdkMerchant.start(service);
      const page = await PageSide.open(stranger.calls, { type: 'palm' });
      await send(await page.join(), palm('L', 'flat', 'a palm'));
      expect((await stranger.calls.result(page.sessionId)).json).toMatchObject({
        failure_code: 'merchant_bio_rejected',
      });
      expect(stranger.refusals).toMatchObject([{ code: 'unsupported_bio_type' }]);
      await stranger.stop();
    });
  });
});
