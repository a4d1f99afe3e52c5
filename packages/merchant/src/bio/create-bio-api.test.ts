import { BIO_ERRORS } from '@authly/contract/wire/bio/errors';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBioApi, memoryEnrollments } from '../index.ts';
import { createServiceKey, sampleLookup, sampleStore, signBioRequest } from '../testing/index.ts';
import { BASE, type BioFixture, createBioFixture, refusalOf, withHeaders } from '../../test/bio-fixture.ts';

let fixture: BioFixture;
beforeEach(async () => {
  fixture = await createBioFixture();
});

const store = async (body: object | string, call = {}) =>
  fixture.api(await fixture.request('/enrollments', body, call));
const lookup = async (body: object | string, call = {}) =>
  fixture.api(await fixture.request('/enrollments/lookup', body, call));

test('a lookup returns the stored data and nothing more', async () => {
  const body = sampleStore();
  const stored = await store(body);
  expect(stored.status).toBe(200);
  const { enrollment_ref, stored_at, ...rest } = (await stored.json()) as Record<string, unknown>;
  expect(rest).toEqual({ stored: true, merchant_user_ref: 'user-1', type: 'fingerprint', payload: { finger: 'RI' } });
  const found = await lookup(sampleLookup());
  expect(await found.json()).toEqual({
    found: true,
    payload: body.payload,
    merchant_user_ref: 'user-1',
    type: 'fingerprint',
    enrollment_ref,
    enrolled_at: stored_at,
  });
});

test('storing again for the same user and finger overwrites', async () => {
  await store(sampleStore());
  const later = sampleStore();
  await store(later);
  expect(await (await lookup(sampleLookup())).json()).toMatchObject({ payload: later.payload });
});

test('404 bio_enrollment_not_found for another user or finger', async () => {
  await store(sampleStore());
  expect(await refusalOf(await lookup(sampleLookup({ payload: { finger: 'LI' } })))).toBe(
    '404 bio_enrollment_not_found',
  );
  expect(await refusalOf(await lookup(sampleLookup({ merchant_user_ref: 'user-2' })))).toBe(
    '404 bio_enrollment_not_found',
  );
});

describe('idempotency', () => {
  test('the same key and body return the earlier answer and never rewrite newer data', async () => {
    const [older, newer] = [sampleStore(), sampleStore()];
    const first = await (await store(older)).text();
    await store(newer);
    fixture.clock.advance(60_000);
    expect(await (await store(older)).text()).toBe(first);
    expect(await (await lookup(sampleLookup())).json()).toMatchObject({ payload: newer.payload });
  });

  test('409 idempotency_conflict for the same key and another body, even if only white space differs', async () => {
    const body = sampleStore();
    await store(body);
    expect(await refusalOf(await store({ ...sampleStore(), enrollment_session_id: body.enrollment_session_id }))).toBe(
      '409 idempotency_conflict',
    );
    expect(
      await refusalOf(await store(`${JSON.stringify(body)} `, { idempotencyKey: body.enrollment_session_id })),
    ).toBe('409 idempotency_conflict');
    expect(await (await lookup(sampleLookup())).json()).toMatchObject({ payload: body.payload });
  });

  test('a key is remembered for 24 hours', async () => {
    const body = sampleStore();
    const first = await (await store(body)).text();
    fixture.clock.advance(24 * 3_600_000 - 1);
    expect(await (await store(body)).text()).toBe(first);
  });

  test('a refused store claims nothing', async () => {
    const body = sampleStore();
    expect((await store({ ...body, payload: { ...body.payload, finger: 'XX' } })).status).toBe(400);
    expect((await store(body)).status).toBe(200);
  });
});

describe('validation of a well-signed body', () => {
  const body = sampleStore();
  test.each([
    ['400 unsupported_bio_type', 'another type', { ...body, type: 'iris' }],
    ['400 unsupported_bio_type', 'another type with its own payload', { ...body, type: 'iris', payload: { eye: 'L' } }],
    ['400 unsupported_finger', 'another finger', { ...body, payload: { ...body.payload, finger: 'XX' } }],
    ['400 invalid_request', 'a finger that is no string', { ...body, payload: { ...body.payload, finger: 1 } }],
    ['400 invalid_request', 'no features', { ...body, payload: { finger: 'RI', enc_key: 'k' } }],
    ['400 invalid_request', 'empty features', { ...body, payload: { ...body.payload, features: '' } }],
    ['400 invalid_request', 'no payload', { ...body, payload: null }],
    ['400 invalid_request', 'a payload that is an array', { ...body, payload: [] }],
    ['400 invalid_request', 'no user', { ...body, merchant_user_ref: undefined }],
    ['400 invalid_request', 'a captured_at on 30 February', { ...body, captured_at: '2026-02-30T00:00:00Z' }],
    ['400 invalid_request', 'U+0000', { ...body, merchant_user_ref: 'a\u0000b' }],
    ['400 invalid_request', 'a lone surrogate', JSON.stringify({ ...body }).replace('user-1', '\\ud800')],
    ['400 invalid_request', 'an array', []],
    ['400 invalid_request', 'no JSON', '{'],
    ['400 invalid_request', 'a type inherited from a prototype', '{"__proto__":{"type":"fingerprint"}}'],
  ])('%s for a store with %s', async (expected, _, body) => {
    expect(await refusalOf(await store(body, { idempotencyKey: 'ses_x' }))).toBe(expected);
  });

  test('unknown extra fields are ignored', async () => {
    expect((await store({ ...sampleStore(), extra: { a: 1 } })).status).toBe(200);
  });

  test('captured_at may carry another zone', async () => {
    expect((await store(sampleStore({ captured_at: '2026-01-31T18:15:00+09:00' }))).status).toBe(200);
  });
});

test('the API can return every code of the error table', async () => {
  const answers: Response[] = [
    await store('{', { idempotencyKey: 'x' }),
    await fixture.api(
      withHeaders(await fixture.request('/enrollments', sampleStore()), { 'x-service-signature': undefined }),
    ),
    await store(sampleStore(), { key: await createServiceKey() }),
    await store(sampleStore({ merchant_id: 'mch_other' })),
    await store(sampleStore(), { timestamp: 'never' }),
    await lookup(sampleLookup()),
    await store(sampleStore({ type: 'iris' })),
  ];
  const [body, nonce] = [sampleStore(), crypto.randomUUID()];
  await store(body, { nonce });
  answers.push(
    await store(body, { nonce }),
    await store({ ...sampleStore(), enrollment_session_id: body.enrollment_session_id }),
    await store({ ...body, payload: { ...body.payload, finger: 'XX' } }),
  );
  fixture.clock.advance(300_000);
  fixture.service.answerNext(new Error('down'));
  answers.push(await store(sampleStore()));
  const seen = new Map(
    await Promise.all(
      answers.map(
        async (answer) => [((await answer.json()) as { error: { code: string } }).error.code, answer.status] as const,
      ),
    ),
  );
  expect(Object.fromEntries(seen)).toEqual(
    Object.fromEntries(Object.entries(BIO_ERRORS).map(([code, { status }]) => [code, status])),
  );
});

describe('plain HTTP', () => {
  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('405 with Allow: POST for a signed %s', async (method) => {
    const { service } = fixture;
    const response = await fixture.api(
      await signBioRequest({
        key: service.keys.active,
        merchantId: service.merchantId,
        url: `${BASE}/enrollments`,
        body: '',
        method,
      }),
    );
    expect(await refusalOf(response)).toBe('405 method_not_allowed');
    expect(response.headers.get('allow')).toBe('POST');
  });

  test('404 in the error body for any other path', async () => {
    expect(await refusalOf(await fixture.api(new Request(`${BASE}/other`)))).toBe('404 not_found');
  });

  test('413 in the error body for a signed body above 1 MiB', async () => {
    expect(await refusalOf(await store(sampleStore({ payload: { features: 'A'.repeat(1_048_576) } })))).toBe(
      '413 payload_too_large',
    );
  });

  test('a body of exactly 1 MiB is taken', async () => {
    const body = sampleStore({ payload: { features: '' } });
    body.payload.features = 'A'.repeat(1_048_576 - JSON.stringify(body).length);
    expect((await store(body)).status).toBe(200);
  });

  test('echoes a usable X-Request-Id, else makes one; request_id is equal', async () => {
    for (const [sent, kept] of [
      ['req-1', true],
      ['x'.repeat(129), false],
      [undefined, false],
    ] as const) {
      const response = await fixture.api(
        withHeaders(await fixture.request('/enrollments/lookup', sampleLookup()), { 'x-request-id': sent }),
      );
      const answered = response.headers.get('x-request-id');
      expect(answered === sent).toBe(kept);
      expect(((await response.json()) as { error: { request_id: string } }).error.request_id).toBe(answered);
    }
  });

  test('answers are never cached', async () => {
    expect((await store(sampleStore())).headers.get('cache-control')).toBe('no-store');
  });
});

test('no refusal, report or cause contains any part of the body, even if the store quotes it', async () => {
  const marker = 'MARKER-features-enc-key';
  const body = sampleStore({ payload: { features: marker, enc_key: marker } });
  const leaky = {
    ...memoryEnrollments(),
    write: () =>
      Promise.reject(Object.assign(new Error(`Failing row contains (${marker})`), { code: '23502', detail: marker })),
  };
  fixture = await createBioFixture({ store: leaky });
  const texts: string[] = [];
  const broken = [
    body,
    { ...body, captured_at: marker },
    { ...body, merchant_id: marker },
    `{"features":"${marker}"`,
    { ...body, payload: { ...body.payload, finger: marker } },
  ];
  for (const variant of broken) {
    const response = await store(variant, { idempotencyKey: body.enrollment_session_id });
    expect(response.status).not.toBe(200);
    texts.push(await response.text(), JSON.stringify([...response.headers]));
  }
  const reports = fixture.refusals.map(
    (report) => `${JSON.stringify(report)} ${String((report.cause as Error | undefined)?.stack)}`,
  );
  expect([...texts, ...reports].join('\n')).not.toContain(marker);
  expect(fixture.refusals[0]).toMatchObject({ code: 'merchant_bio_internal_error', step: 9 });
  expect(String(fixture.refusals[0]?.cause)).toContain('23502');
});

test('500 merchant_bio_internal_error, with the reason in the report, if the body was already read', async () => {
  const request = await fixture.request('/enrollments', sampleStore());
  await request.text();
  expect(await refusalOf(await fixture.api(request))).toBe('500 merchant_bio_internal_error');
  expect(fixture.refusals[0]?.reason).toContain('before any body parser');
});

const full = new Error('the log is full');

// A rejection that nobody handles ends the process; vitest reports it as an error of the run.
test.each([
  ['rejects', () => Promise.reject(full)],
  [
    'throws',
    () => {
      throw full;
    },
  ],
])('a listener that %s does not change the answer', async (_, onRefusal) => {
  const { service, clock, store, nonces } = fixture;
  const api = createBioApi({
    merchantId: service.merchantId,
    baseUrl: service.baseUrl,
    fetch: service.fetch,
    clock,
    store,
    nonces,
    onRefusal,
  });
  expect(await refusalOf(await api(await fixture.request('/enrollments/lookup', sampleLookup())))).toBe(
    '404 bio_enrollment_not_found',
  );
});

test('500 merchant_bio_internal_error when the store cannot be read', async () => {
  fixture = await createBioFixture({
    store: { ...memoryEnrollments(), find: () => Promise.reject(new Error('down')) },
  });
  expect(await refusalOf(await lookup(sampleLookup()))).toBe('500 merchant_bio_internal_error');
});
