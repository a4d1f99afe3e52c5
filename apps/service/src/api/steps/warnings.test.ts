import { OPERATION_NAMES, OPERATIONS, type OperationName } from '@authly/contract/operation-table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MerchantCalls } from '../../../test/merchant-calls.ts';
import { PageSide } from '../../../test/page-side.ts';
import { credentials, TestService, type TestAnswer } from '../../../test/running-service.ts';

const user = { merchant_user_ref: 'u_1' };

describe('Authly-Warning', () => {
  let service: TestService;
  let calls: MerchantCalls;
  beforeAll(async () => {
    service = await TestService.start();
    calls = await MerchantCalls.of(service);
  });
  afterAll(() => service.stop());

  it('names unknown fields of a body and of its payload; the response does not change', async () => {
    const { status, headers } = await calls.enroll({
      ...user,
      display_txt: 'Pay EUR 9.50',
      payload: { finger: 'RI', features: 'AAAA' },
    });
    expect(status).toBe(201);
    expect(headers['authly-warning']).toBe('unknown field display_txt; unknown field payload.features');
  });

  describe('on each operation with a body', () => {
    const form = (extra: object): Promise<TestAnswer> =>
      service.postForm('/oauth/token', { ...credentials(calls.client), scope: 'result:read', ...extra });
    const whole = { locale: 'en', display_text: 'Pay', return_url: 'https://shop.example/', metadata: { order: '1' } };
    const ofApp = async (what: string, body: object): Promise<TestAnswer> => {
      const { token, joined } = await (await PageSide.open(calls)).join();
      return service.post(`/app/v1/sessions/${joined.session_id}/${what}`, token, body);
    };
    const captured_at = '2026-01-31T09:14:58.120Z';
    /** Every field of the contract, plus these. */
    const CALLS: Partial<Record<OperationName, (extra: object) => Promise<TestAnswer>>> = {
      issueToken: form,
      createEnrollmentSession: (extra) =>
        calls.enroll({ ...whole, type: 'fingerprint', payload: { finger: 'RI' }, ...extra }),
      createVerificationSession: (extra) => calls.verify({ ...whole, type: 'fingerprint', ...extra }),
      cancelSession: async (extra) => calls.cancel((await PageSide.open(calls)).sessionId, { reason: 'x', ...extra }),
      claimSession: async (extra) =>
        service.post('/app/v1/claims', undefined, {
          link_token: await (await PageSide.open(calls)).linkToken(),
          app_nonce: 'f0c1a7de52b94e0c8d6f',
          ...extra,
        }),
      appConfirm: (extra) => ofApp('confirm', { number: '00', ...extra }),
      appCallback: (extra) =>
        ofApp('callback', { finger: 'RI', features: 'AAAA', enc_key: 'v2.k.AAAA', captured_at, ...extra }),
      appFailure: (extra) => ofApp('failure', { reason: 'user_declined', ...extra }),
    };

    it.each(OPERATION_NAMES.filter((name) => OPERATIONS[name].body !== undefined))(
      '%s: names no field of the contract, and one that is not of it',
      async (name) => {
        const plain = await CALLS[name]!({});
        expect([Math.floor(plain.status / 100), plain.headers['authly-warning']]).toEqual([2, undefined]);
        const more = await CALLS[name]!({ misspelled: 'x' });
        expect([more.status, more.headers['authly-warning']]).toEqual([plain.status, 'unknown field misspelled']);
      },
    );
  });

  it('on the calls of page and app: names no query parameter of the contract, and one that is not of it', async () => {
    const warned = async (query: string): Promise<unknown[]> => {
      const page = await PageSide.open(calls);
      const [opened, session, link] = [
        await page.opened(`?via=qr${query}`),
        await page.session(),
        await page.link(`via=qr${query}`),
      ];
      const events = await page.events(`?links=qr${query}`);
      await events.leave();
      const app = await page.join('qr');
      const asked = await app.session(`?wait=0${query}`);
      const canceled = await page.cancel();
      expect([opened, session, link, asked, canceled].map(({ status }) => status)).toEqual(Array(5).fill(200));
      expect([session, canceled].map(({ headers }) => headers['authly-warning'])).toEqual(Array(2).fill(undefined));
      const streamed = events.answer.headers.get('authly-warning') ?? undefined;
      return [...[opened, link, asked].map(({ headers }) => headers['authly-warning']), streamed];
    };
    expect(await warned('')).toEqual(Array(4).fill(undefined));
    expect(await warned('&vai=x')).toEqual(Array(4).fill('unknown query parameter vai'));
  });

  it('names an unknown locale without repeating it, and the known languages', async () => {
    const { status, headers } = await calls.enroll({ ...user, locale: 'xx-YY' });
    expect(status).toBe(201);
    expect(headers['authly-warning']).toMatch(/^unknown locale, pages are shown in English \(known: en, ko, ja, /);
    for (const locale of ['ko-KR', 'EN', 'de_AT'])
      expect((await calls.enroll({ ...user, locale })).headers['authly-warning']).toBeUndefined();
  });

  it('names an unknown query parameter', async () => {
    const { status, headers } = await calls.result(await calls.newSession(), 'merchant_user_ref=user-1&waitt=10');
    expect(status).toBe(200);
    expect(headers['authly-warning']).toBe('unknown query parameter waitt');
  });

  it('comes with errors too', async () => {
    const { status, headers } = await calls.verify({ ...user, payload: undefined, paylod: { finger: 'RI' } });
    expect(status).toBe(400);
    expect(headers['authly-warning']).toBe('unknown field paylod');
    expect(headers['authly-param']).toBe('payload.finger');
  });

  it('a name that is not plain text is not repeated, and the number of names is limited', async () => {
    const names = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field_${i}`, 1]));
    const { status, headers } = await calls.enroll({ ...user, 'a\r\nSet-Cookie: x': 1, ...names });
    expect(status).toBe(201);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['authly-warning']).toMatch(/^unknown field \(its name is no plain text\); unknown field field_0; /);
    expect(String(headers['authly-warning']).split(';')).toHaveLength(8);
  });

  it('is never sent in production', async () => {
    const production = await TestService.start({ environment: 'production' });
    try {
      const { status, headers } = await (await MerchantCalls.of(production)).enroll({ ...user, display_txt: 'x' });
      expect(status).toBe(201);
      expect(headers['authly-warning']).toBeUndefined();
    } finally {
      await production.stop();
    }
  });
});

describe('400 invalid_request', () => {
  let service: TestService;
  let calls: MerchantCalls;
  beforeAll(async () => {
    service = await TestService.start();
    calls = await MerchantCalls.of(service);
  });
  afterAll(() => service.stop());

  it.each([
    [{ payload: { finger: 'XX' } }, 'payload.finger', 'payload.finger must be one of LI, LM, RI, RM.'],
    [{ merchant_user_ref: '' }, 'merchant_user_ref', 'merchant_user_ref must have at least 1 character.'],
    [{ locale: 'x'.repeat(17) }, 'locale', 'locale must have at most 16 characters.'],
    [{ metadata: 'x' }, 'metadata', 'metadata must be an object.'],
    [{ merchant_user_ref: 'a@b.example' }, 'merchant_user_ref', /^merchant_user_ref looks like /],
    [{ return_url: 'http://shop.example' }, 'return_url', 'return_url must be a full HTTPS URL.'],
    [{ display_text: '\u0007' }, 'display_text', /^display_text /],
    [{ metadata: { enc_key: 'x' } }, 'metadata', /^metadata/],
  ])('%j: the header names the field %s, and the message lists what is allowed', async (fields, param, message) => {
    const { status, json, headers } = await calls.enroll({ ...user, ...fields });
    expect(status).toBe(400);
    expect(headers['authly-param']).toBe(param);
    expect(json['error']).toMatchObject({
      code: 'invalid_request',
      message: message instanceof RegExp ? (expect.stringMatching(message) as string) : message,
    });
    expect(Object.keys(json['error'] as object)).toEqual(['code', 'message', 'request_id']);
  });
});
