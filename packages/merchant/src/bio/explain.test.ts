import { beforeEach, expect, test } from 'vitest';
import { createSigningKeys, explain } from '../index.ts';
import { createServiceKey, sampleLookup, sampleStore } from '../testing/index.ts';
import { type BioFixture, createBioFixture, withHeaders } from '../../test/bio-fixture.ts';

let fixture: BioFixture;
beforeEach(async () => {
  fixture = await createBioFixture();
});

const ask = (request: Request, options = {}) => {
  const { service, clock, nonces } = fixture;
  const keys = createSigningKeys({ baseUrl: service.baseUrl, fetch: service.fetch, clock });
  return explain(request, { merchantId: service.merchantId, keys, nonces, clock, ...options });
};

test('reports a valid request and does not claim its nonce', async () => {
  const request = await fixture.request('/enrollments', sampleStore());
  expect(await ask(request.clone())).toMatchObject({ ok: true });
  expect((await fixture.api(request)).status).toBe(200);
});

test('finds a stripped prefix, with both signed strings and the setting', async () => {
  const request = await fixture.request('/enrollments', sampleStore());
  const stripped = new Request('http://10.0.0.7/enrollments', request);
  const explanation = await ask(stripped, { merchantBioBaseUrl: 'https://shop.example/api/bio' });
  expect(explanation).toMatchObject({ ok: false, code: 'signature_mismatch', step: 8 });
  expect(explanation.ours?.split('\n')[2]).toBe('/enrollments');
  expect(explanation.theirs?.split('\n')[2]).toBe('/api/bio/enrollments');
  expect(explanation.text).toContain("Set publicBasePath to '/api/bio'");
});

test("finds a stripped prefix by the proxy's header", async () => {
  const request = await fixture.request('/enrollments/lookup', sampleLookup());
  const stripped = withHeaders(new Request('http://10.0.0.7/enrollments/lookup', request), {
    'x-forwarded-prefix': '/api/bio',
  });
  expect((await ask(stripped)).why).toContain("Set publicBasePath to '/api/bio'");
});

test('finds an added prefix', async () => {
  const request = await fixture.request('/enrollments', sampleStore());
  const moved = new Request('http://10.0.0.7/internal/api/bio/enrollments', request);
  expect((await ask(moved)).why).toContain("Set publicBasePath to '/api/bio'");
});

test('distinguishes a changed body from a wrong path', async () => {
  const body = sampleStore();
  const request = await fixture.request('/enrollments', body);
  const reserialized = new Request(request.url, {
    method: 'POST',
    headers: request.headers,
    body: JSON.stringify(body, undefined, 1),
  });
  const explanation = await ask(reserialized);
  expect(explanation).toMatchObject({ code: 'signature_mismatch', step: 6 });
  expect(explanation.why).toContain('not the raw ones');
  expect(explanation.ours?.split('\n')[5]).not.toBe(explanation.theirs?.split('\n')[5]);
});

test('reports a forged signature as such', async () => {
  const request = await fixture.request('/enrollments', sampleStore(), {
    key: await createServiceKey(fixture.service.keys.active.keyId),
  });
  expect((await ask(request)).why).toContain('No path that can be guessed');
});

test.each([
  [
    'step 1',
    async () => withHeaders(await fixture.request('/enrollments', sampleStore()), { 'x-service-nonce': undefined }),
    'x-service-nonce is missing',
  ],
  [
    'step 2',
    async () => fixture.request('/enrollments', sampleStore(), { key: await createServiceKey() }),
    'publishes no key',
  ],
  [
    'step 3',
    async () => fixture.request('/enrollments', sampleStore(), { merchantId: 'mch_other' }),
    'names another merchant',
  ],
  [
    'step 4',
    async () => fixture.request('/enrollments', sampleStore(), { now: fixture.clock.now() - 900_000 }),
    "900 s behind this server's clock; 300 s are tolerated",
  ],
  [
    'step 4',
    async () => fixture.request('/enrollments', sampleStore(), { now: fixture.clock.now() + 900_000 }),
    "900 s ahead of this server's clock",
  ],
  [
    'after step 8',
    async () => fixture.request('/enrollments', sampleStore({ merchant_id: 'mch_other' })),
    'signed body names another merchant',
  ],
  ['after step 8', async () => fixture.request('/enrollments', { ...sampleStore(), captured_at: 7 }), 'captured_at'],
])('%s is named, and why', async (step, make, why) => {
  const { text } = await ask(await make());
  expect(text).toContain(step);
  expect(text).toContain(why);
});

test('step 5: a reused nonce', async () => {
  const request = await fixture.request('/enrollments', sampleStore());
  await fixture.api(request.clone());
  expect(await ask(request)).toMatchObject({ code: 'nonce_reused', step: 5 });
});

test('no explanation contains any part of the body', async () => {
  const marker = 'MARKER-features';
  const body = sampleStore({ merchant_user_ref: marker, payload: { features: marker, enc_key: marker } });
  const request = await fixture.request('/enrollments', body);
  const variants = [
    new Request('http://10.0.0.7/enrollments', request.clone()),
    withHeaders(request.clone(), { 'x-service-content-sha256': '0'.repeat(64) }),
    await fixture.request('/enrollments', { ...body, type: marker }),
    await fixture.request('/enrollments', `{"features":"${marker}"`, { idempotencyKey: 'x' }),
  ];
  const explanations = await Promise.all(variants.map((variant) => ask(variant)));
  expect(explanations.every(({ ok }) => !ok)).toBe(true);
  expect(JSON.stringify(explanations)).not.toContain(marker);
});
