import { beforeEach, describe, expect, test } from 'vitest';
import { memoryEnrollments } from '../index.ts';
import { sampleLookup, sampleStore } from '../testing/index.ts';
import { type BioFixture, createBioFixture, refusalOf, withHeaders } from '../../test/bio-fixture.ts';

let fixture: BioFixture;
beforeEach(async () => {
  fixture = await createBioFixture();
});

const store = async (body: object | string, call = {}) =>
  fixture.api(await fixture.request('/enrollments', body, call));
const lookup = async (body: object | string, call = {}) =>
  fixture.api(await fixture.request('/enrollments/lookup', body, call));

test('a key is remembered for 24 hours', async () => {
  const body = sampleStore();
  const first = await (await store(body)).text();
  fixture.clock.advance(24 * 3_600_000 - 1);
  expect(await (await store(body)).text()).toBe(first);
});

describe('validation of a well-signed body', () => {
  const body = sampleStore();
  test.each([
    ['a captured_at on 30 February', { ...body, captured_at: '2026-02-30T00:00:00Z' }],
    ['U+0000', { ...body, merchant_user_ref: 'a\u0000b' }],
    ['a lone surrogate', JSON.stringify({ ...body }).replace('user-1', '\\ud800')],
    ['a type inherited from a prototype', '{"__proto__":{"type":"fingerprint"}}'],
  ])('400 invalid_request for a store with %s', async (_, body) => {
    expect(await refusalOf(await store(body, { idempotencyKey: 'ses_x' }))).toBe('400 invalid_request');
  });

  test('captured_at may carry another zone', async () => {
    expect((await store(sampleStore({ captured_at: '2026-01-31T18:15:00+09:00' }))).status).toBe(200);
  });
});

describe('plain HTTP', () => {
  test('an X-Request-Id of more than 128 characters is not echoed', async () => {
    const request = await fixture.request('/enrollments/lookup', sampleLookup());
    const response = await fixture.api(withHeaders(request, { 'x-request-id': 'x'.repeat(129) }));
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
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
  fixture = await createBioFixture({ onRefusal });
  expect(await refusalOf(await lookup(sampleLookup()))).toBe('404 bio_enrollment_not_found');
});

test('500 merchant_bio_internal_error when the store cannot be read', async () => {
  fixture = await createBioFixture({
    store: { ...memoryEnrollments(), find: () => Promise.reject(new Error('down')) },
  });
  expect(await refusalOf(await lookup(sampleLookup()))).toBe('500 merchant_bio_internal_error');
});
