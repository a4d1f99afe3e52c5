import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MerchantCalls } from '../../../test/merchant-calls.ts';
import { TestService } from '../../../test/running-service.ts';

const user = { merchant_user_ref: 'u_1' };

describe('Authly-Warning', () => {
  let service: TestService;
  let calls: MerchantCalls;
  beforeAll(async () => {
    service = await TestService.start();
    calls = await MerchantCalls.of(service);
  });
  afterAll(() => service.stop());

  it('names unknown fields of a body and of its payload; the answer is what it would be without them', async () => {
    const { status, headers } = await calls.enroll({
      ...user,
      display_txt: 'Pay EUR 9.50',
      payload: { finger: 'RI', features: 'AAAA' },
    });
    expect(status).toBe(201);
    expect(headers['authly-warning']).toBe('unknown field display_txt; unknown field payload.features');
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

  it('comes with a refusal, too: the misspelt field may be the reason', async () => {
    const { status, headers } = await calls.verify({ ...user, payload: undefined, paylod: { finger: 'RI' } });
    expect(status).toBe(400);
    expect(headers['authly-warning']).toBe('unknown field paylod');
    expect(headers['authly-param']).toBe('payload');
  });

  it('a name that is no plain text is not repeated, and their number is bounded', async () => {
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
