import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf, ENROLLMENTS, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import type { TestService } from '../../../test/running-service.ts';

const INVALID = [400, 'invalid_request'];
/** Four UTF-16 units, two code points, one visible character. */

onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });
  const stored = async (id: string) => (await service.service.store.sessions.find(id))!;

  describe('201', () => {
    it('enrollment: enrollment_session_id equals session_id, mode enroll, status created, popup_url, expires_at', async () => {
      const answer = await shop.enroll();
      expect(answer.status).toBe(201);
      expect(answer.json).toEqual({
        enrollment_session_id: answer.json.session_id,
        session_id: expect.stringMatching(/^ses_[0-9a-z]{36}$/),
        mode: 'enroll',
        status: 'created',
        popup_url: expect.stringMatching(/^https:\/\/authly\.test\/hosted\/#token=.+/),
        expires_at: new Date(service.clock.now() + 600_000).toISOString(),
      });
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers).not.toHaveProperty('idempotent-replayed');
    });

    it('verification: verification_session_id equals session_id, mode verify', async () => {
      const { status, json } = await shop.verify();
      expect(status).toBe(201);
      expect(Object.keys(json as object).sort()).toEqual([
        'expires_at',
        'mode',
        'popup_url',
        'session_id',
        'status',
        'verification_session_id',
      ]);
      expect([json.verification_session_id, json.mode, json.status]).toEqual([json.session_id, 'verify', 'created']);
    });

    it('the hosted token is not a merchant API credential: 401 invalid_token', async () => {
      const { json } = await shop.enroll();
      const hosted = (json.popup_url as string).split('#token=')[1]!;
      expect(
        codeOf(await service.get(`/v1/sessions/${json.session_id}/result?merchant_user_ref=user-1`, hosted)),
      ).toEqual([401, 'invalid_token']);
    });

    it("expires_at follows the merchant's session lifetime", async () => {
      const patient = await MerchantCalls.of(service, { sessionLifetimeS: 1800 });
      expect((await patient.enroll()).json.expires_at).toBe(new Date(service.clock.now() + 1_800_000).toISOString());
    });

    it('stores the sent fields; default type fingerprint', async () => {
      const { json } = await shop.enroll({
        payload: { finger: 'LM' },
        return_url: 'https://shop.test/back?a=1',
        locale: 'ko-KR',
        metadata: { order: 7, nested: { a: [1] } },
      });
      expect(await stored(json.session_id as string)).toMatchObject({
        type: 'fingerprint',
        payload: { finger: 'LM' },
        returnUrl: 'https://shop.test/back?a=1',
        locale: 'ko-KR',
        metadata: { order: 7, nested: { a: [1] } },
        merchantUserRef: 'user-1',
      });
    });

    it('ignores unknown fields, and keeps only the finger of payload', async () => {
      const { status, json } = await shop.verify({
        payload: { finger: 'LI', features: 'AAAA', enc_key: 'BBBB' },
        future: { x: 1 },
      });
      expect(status).toBe(201);
      const session = await stored(json.session_id as string);
      expect(session.payload).toEqual({ finger: 'LI' });
      expect(JSON.stringify(session)).not.toMatch(/AAAA|BBBB|features/);
    });

    it.each<[string, object]>([
      ['merchant_user_ref of 256 chars', { merchant_user_ref: 'u'.repeat(256) }],
      ['merchant_user_ref of 256 code points in 512 UTF-16 units', { merchant_user_ref: '😀'.repeat(256) }],
      ['return_url of 2048 chars', { return_url: `https://shop.test/${'x'.repeat(2048 - 18)}` }],
      ['locale of 16 chars', { locale: 'x'.repeat(16) }],
      ['display_text of 200 chars, by code points', { display_text: '☕'.repeat(100) + '👍'.repeat(100) }],
      ['metadata of 4096 chars as JSON', { metadata: { a: 'x'.repeat(4096 - 8) } }],
      ['a forbidden word below the top level of metadata', { metadata: { order: { features: 1 } } }],
      ['metadata nested as deep as fits', { metadata: { a: nested(2040) } }],
    ])('accepts %s', async (_, more) => {
      expect((await shop.verify(more)).status).toBe(201);
      expect((await shop.enroll(more)).status).toBe(201);
    });

    it('accepts a merchant_id of 128 chars', async () => {
      const long = await MerchantCalls.of(service, { id: `m_${'x'.repeat(126)}` });
      expect((await long.enroll()).status).toBe(201);
    });

    it('an enrollment needs no payload and no finger', async () => {
      expect((await shop.enroll({ payload: {} })).status).toBe(201);
    });

    it('reads JSON in UTF-8 with any layout and a charset', async () => {
      const body = JSON.stringify(shop.enrollment({ merchant_user_ref: '사용자-1' }), undefined, 4);
      const { status, json } = await shop.post(ENROLLMENTS, body, {
        'content-type': 'application/json; charset="utf-8"',
      });
      expect(status).toBe(201);
      expect((await stored(json.session_id as string)).merchantUserRef).toBe('사용자-1');
    });
  });

  describe('400 invalid_request', () => {
    it.each<[string, object]>([
      ['no merchant_id', { merchant_id: undefined }],
      ['a merchant_id of 129 chars', { merchant_id: 'm'.repeat(129) }],
      ['no merchant_user_ref', { merchant_user_ref: undefined }],
      ['a merchant_user_ref of 257 chars', { merchant_user_ref: 'u'.repeat(257) }],
      ['a merchant_user_ref of 257 emoji', { merchant_user_ref: '😀'.repeat(257) }],
      ['a return_url of 2049 chars', { return_url: `https://shop.test/${'x'.repeat(2049 - 18)}` }],
      ['a plain HTTP return_url', { return_url: 'http://shop.test/' }],
      ['a type of 33 chars', { type: 'x'.repeat(33) }],
      ['a locale of 17 chars', { locale: 'x'.repeat(17) }],
      ['a display_text of 201 chars', { display_text: 'x'.repeat(201) }],
      ['a display_text of null', { display_text: null }],
      ['a display_text that nobody can see', { display_text: '\u3164' }],
      ['metadata of 4097 chars as JSON', { metadata: { a: 'x'.repeat(4097 - 8) } }],
      ['metadata that is no object', { metadata: 'x' }],
      ['metadata with a number beyond 2^53', { metadata: { order: 2 ** 53 } }],
      ['a payload that is no object', { payload: 'RI' }],
      ['a finger that is no code', { payload: { finger: 'XX' } }],
      ['U+0000 in a field', { merchant_user_ref: 'a\0b' }],
      ['U+0000 in a field that nobody knows', { extra: { deep: ['a\0b'] } }],
      ['U+0000 in a metadata key', { metadata: { 'a\0b': 1 } }],
      ['a lone surrogate', { merchant_user_ref: 'a\ud800' }],
      ['more than 4,000 parts', { extra: Array.from({ length: 4001 }, () => 1) }],
      ['a nesting that is an attack', { extra: nested(2200) }],
    ])('%s', async (_, more) => {
      expect(codeOf(await shop.enroll(more))).toEqual(INVALID);
      expect(codeOf(await shop.verify(more))).toEqual(INVALID);
    });

    it.each<[string, object]>([
      ['payload', { payload: undefined }],
      ['payload.finger', { payload: {} }],
    ])('verification without %s: the message names payload.finger', async (_, more) => {
      const answer = await shop.verify(more);
      expect(codeOf(answer)).toEqual(INVALID);
      expect(answer.json).toMatchObject({ error: { message: 'Missing: payload.finger.' } });
      expect(answer.headers['authly-param']).toBe('payload.finger');
    });

    it.each(['person@example.com', '+15551234567', '900101-1234567'])(
      'a merchant_user_ref that looks like personal data: %s',
      async (ref) => {
        const answer = await shop.enroll({ merchant_user_ref: ref });
        expect(codeOf(answer)).toEqual(INVALID);
        expect(answer.text).not.toContain(ref.trim());
      },
    );

    it.each(['features', 'Enc-Key', 'Card Number'])(
      'a forbidden metadata key: %s; the message has the key and never the value',
      async (key) => {
        const answer = await shop.enroll({ metadata: { ok: 1, [key]: 'planted-value' } });
        expect(codeOf(answer)).toEqual(INVALID);
        expect(answer.json.error.message).toContain(key);
        expect(answer.text).not.toContain('planted-value');
      },
    );

    it.each<[string, string]>([
      ['what is not JSON', '{"merchant_id":'],
      ['nothing', ''],
      ['a list', '[]'],
      ['null', 'null'],
      ['a byte order mark', '\ufeff{}'],
      ['a million open brackets', '['.repeat(1_000_000)],
    ])('a body that is %s', async (_, body) => {
      expect(codeOf(await shop.post(ENROLLMENTS, body))).toEqual(INVALID);
    });

    it.each([
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/jsonp',
      'application/json; charset=utf-16',
      '',
      'nonsense;;',
    ])('content type %j', async (type) => {
      expect(codeOf(await shop.post(ENROLLMENTS, shop.enrollment(), { 'content-type': type }))).toEqual(INVALID);
    });

    it('names the wrong field', async () => {
      expect((await shop.enroll({ locale: 'x'.repeat(17) })).json.error.message).toContain('locale');
      expect((await shop.verify({ payload: {} })).json.error.message).toContain('payload.finger');
    });
  });

  it.each(['Fingerprint', 'face', 'x'.repeat(32), 'toString'])('400 unsupported_bio_type: %s', async (type) => {
    expect(codeOf(await shop.enroll({ type }))).toEqual([400, 'unsupported_bio_type']);
    expect(codeOf(await shop.verify({ type }))).toEqual([400, 'unsupported_bio_type']);
  });
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}
