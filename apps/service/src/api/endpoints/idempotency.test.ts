import { hash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf, ENROLLMENTS, MerchantCalls, VERIFICATIONS } from '../../../test/merchant-calls.ts';
import { onBothStores } from '../../../test/on-stores.ts';
import type { TestAnswer, TestService } from '../../../test/running-service.ts';
import { sampleSession } from '../../storage/test/samples.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

onBothStores((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  let n = 0;
  const newKey = (): string => `key-${n++}`;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });
  const create = (path: string, key: string, more: object = {}): Promise<TestAnswer> =>
    shop.post(path, shop.verification(more), { 'idempotency-key': key });

  describe.each([ENROLLMENTS, VERIFICATIONS])('POST %s', (path) => {
    it('same key and same body: the identical 201, popup_url included, and Idempotent-Replayed: true', async () => {
      const key = newKey();
      const first = await create(path, key);
      service.clock.move(1000);
      const again = await create(path, key);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.text).toBe(first.text);
      expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
      expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    });

    it('a rejected request does not claim the key', async () => {
      const key = newKey();
      expect((await create(path, key, { locale: 'x'.repeat(17) })).status).toBe(400);
      expect((await create(path, key, { merchant_id: 'm_other' })).status).toBe(403);
      const answer = await create(path, key);
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, undefined]);
    });

    it('the fingerprint of a creation is the SHA-256 of its body as canonical JSON', async () => {
      const { merchantId } = shop;
      const canonical = `{"a_new_field":[1],"display_text":"€ 9.50\\n\\"now\\"","merchant_id":"${merchantId}","merchant_user_ref":"user-1","payload":{"finger":"RI"}}`;
      const key = newKey();
      const endpoint = path === ENROLLMENTS ? 'createEnrollmentSession' : 'createVerificationSession';
      const claim = { merchantId, endpoint, key, fingerprint: hash('sha256', canonical, 'hex') };
      const session = sampleSession({ merchantId, createdAt: service.clock.now() });
      await service.service.store.sessions.create(session, claim);
      const answer = await create(path, key, { display_text: '€ 9.50\n"now"', a_new_field: [1] });
      expect([answer.status, answer.json.session_id]).toEqual([201, session.id]);
    });

    it('replays for 24 hours less a millisecond, and not after 24 hours', async () => {
      const key = newKey();
      const first = await create(path, key);
      service.clock.move(DAY_MS - 1);
      await shop.renew();
      const last = await create(path, key);
      expect([last.text, last.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
      service.clock.move(1);
      const anew = await create(path, key, { locale: 'ko' });
      expect([anew.status, anew.headers['idempotent-replayed']]).toEqual([201, undefined]);
      expect(anew.json.session_id).not.toBe(first.json.session_id);
    });

    it('a replay returns the creation in any state of the session', async () => {
      const key = newKey();
      const first = await create(path, key);
      service.clock.move(600_000);
      await shop.renew();
      expect((await shop.result(first.json.session_id as string)).json.status).toBe('expired');
      expect((await create(path, key)).text).toBe(first.text);
    });

    it.each(['k', 'k'.repeat(255), '!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~', '8e03978e-40d5-43e8-bc93-6894a57f9324'])(
      'accepts 1 to 255 visible ASCII characters: %s',
      async (key) => {
        const first = await create(path, key);
        expect([first.status, (await create(path, key)).text]).toEqual([201, first.text]);
      },
    );

    const WRONG = ['k'.repeat(256), '', 'with blank', 'tab\tbed', 'käse'];
    it.each(WRONG)('400 invalid_request for the key %j', async (key) => {
      const answer = await create(path, Buffer.from(key, 'utf8').toString('latin1'));
      expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    });
  });

  it('the same key of another merchant is another claim', async () => {
    const other = await MerchantCalls.of(service);
    const key = { 'idempotency-key': newKey() };
    const [one, two] = [await shop.enroll({}, key), await other.enroll({}, key)];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.json.session_id).not.toBe(two.json.session_id);
  });

  it('the same key of another client of the merchant is the same claim', async () => {
    const key = { 'idempotency-key': newKey() };
    const first = await shop.enroll({}, key);
    const token = await service.token(await service.addClient(shop.merchantId));
    expect((await service.post(ENROLLMENTS, token, shop.enrollment(), key)).text).toBe(first.text);
  });
});
