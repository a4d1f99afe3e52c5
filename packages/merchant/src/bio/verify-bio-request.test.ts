import { SIGNATURE_HEADERS } from '@authly/contract/wire/bio/canonical-request';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { BioRefusal, createSigningKeys, memoryNonces, verifyBioRequest } from '../index.ts';
import { sampleLookup, sampleStore } from '../testing/index.ts';
import { type BioFixture, createBioFixture, withHeaders } from '../../test/bio-fixture.ts';

let fixture: BioFixture;
beforeEach(async () => {
  fixture = await createBioFixture();
});

const keysOf = ({ service, clock }: BioFixture) =>
  createSigningKeys({ baseUrl: service.baseUrl, fetch: service.fetch, clock });

async function verify(request: Request, options: { toleranceMs?: number } = {}) {
  const { service, clock, nonces } = fixture;
  return verifyBioRequest(request, {
    merchantId: service.merchantId,
    keys: keysOf(fixture),
    nonces,
    clock,
    ...options,
  });
}

async function verdict(request: Request, options = {}): Promise<string> {
  try {
    return (await verify(request, options)).endpoint;
  } catch (error) {
    if (!(error instanceof BioRefusal)) throw error;
    return `${error.code}@${error.step}`;
  }
}

test('a call of the service passes and is returned parsed', async () => {
  const body = sampleStore();
  const call = await verify(await fixture.request('/enrollments', body));
  expect(call).toMatchObject({ endpoint: 'store', body, keyId: fixture.service.keys.active.keyId });
  expect(await verdict(await fixture.request('/enrollments/lookup', sampleLookup()))).toBe('lookup');
});

test('step 1: invalid_signature when the base64 has spare bits set', async () => {
  const request = await fixture.request('/enrollments', sampleStore());
  const spare = request.headers.get('x-service-signature')!.replace(/.==$/, 'B==');
  expect(await verdict(withHeaders(request, { 'x-service-signature': spare }))).toBe('invalid_signature@1');
});

test.each([
  [
    Object.assign(new Error(), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }),
    /\(SELF_SIGNED_CERT_IN_CHAIN\)\. .*NODE_EXTRA_CA_CERTS/,
  ],
  [Object.assign(new Error(), { code: 'ECONNREFUSED' }), /could not be reached \(ECONNREFUSED\)\.$/],
  [new Response('', { status: 502 }), /The key list answered 502\.$/],
])('the reason says why the key list cannot be fetched', async (answer, reason) => {
  const request = await fixture.request('/enrollments', sampleStore());
  fixture.service.answerNext(answer);
  const refusal = (await verify(request).catch((error: unknown) => error)) as BioRefusal;
  expect(refusal.reason).toMatch(reason);
});

describe('step 4', () => {
  test.each([
    ['exactly the tolerance late', -300_000, 'store'],
    ['a millisecond more', -300_001, 'timestamp_out_of_range@4'],
    ['exactly the tolerance early', 300_000, 'store'],
    ['a millisecond more, early', 300_001, 'timestamp_out_of_range@4'],
  ])('a timestamp %s (%i ms): %s', async (_, offset, expected) => {
    expect(
      await verdict(await fixture.request('/enrollments', sampleStore(), { now: fixture.clock.now() + offset })),
    ).toBe(expected);
  });

  test('timestamp_out_of_range for a timestamp with another zone', async () => {
    const request = await fixture.request('/enrollments', sampleStore(), { timestamp: '2026-01-31T18:15:00+09:00' });
    expect(await verdict(request)).toBe('timestamp_out_of_range@4');
  });

  test('the tolerance is a setting', async () => {
    const request = await fixture.request('/enrollments', sampleStore(), { now: fixture.clock.now() - 61_000 });
    expect(await verdict(request, { toleranceMs: 60_000 })).toBe('timestamp_out_of_range@4');
  });
});

describe('step 5', () => {
  test('remembers a nonce as long as its timestamp is valid', async () => {
    // From the edge of the future, so that it stays valid for twice the tolerance.
    const request = await fixture.request('/enrollments', sampleStore(), { now: fixture.clock.now() + 300_000 });
    await verify(request.clone());
    fixture.clock.advance(600_000);
    expect(await verdict(request.clone())).toBe('nonce_reused@5');
    fixture.clock.advance(1);
    expect(await verdict(request)).toBe('timestamp_out_of_range@4');
  });

  test.each(['has', 'claim'] as const)(
    'merchant_bio_internal_error when the nonce store fails to %s: no fail-open',
    async (method) => {
      const nonces = { ...memoryNonces(), [method]: () => Promise.reject(new Error('down')) };
      fixture = { ...fixture, nonces };
      expect(await verdict(await fixture.request('/enrollments', sampleStore()))).toBe(
        `merchant_bio_internal_error@${method === 'has' ? 5 : 8}`,
      );
    },
  );
});

test('step 6: a body beyond 1 MiB is not read to its end', async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled++;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const { url, headers } = await fixture.request('/enrollments', sampleStore());
  expect(await verdict(new Request(url, { method: 'POST', headers, body: endless, duplex: 'half' }))).toBe(
    'payload_too_large@6',
  );
  expect(pulled).toBeLessThan(20);
});

test('property: any change of a signed header is refused', async () => {
  const names = [
    SIGNATURE_HEADERS.timestamp,
    SIGNATURE_HEADERS.nonce,
    SIGNATURE_HEADERS.contentSha256,
    SIGNATURE_HEADERS.signature,
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.stringMatching(/^[!-~]{1,100}$/),
      fc.nat(99),
      async (name, text, at) => {
        const request = await fixture.request('/enrollments', sampleStore());
        const good = request.headers.get(name)!;
        const changed = at < 50 ? text : good.slice(0, at % good.length) + text[0] + good.slice((at % good.length) + 1);
        fc.pre(changed !== good);
        expect(await verdict(withHeaders(request, { [name]: changed }))).not.toBe('store');
      },
    ),
    { numRuns: 200 },
  );
});

test('a lookup needs no Idempotency-Key, even if its body has a stray enrollment_session_id', async () => {
  const stray = { ...sampleLookup(), enrollment_session_id: 'ses_stray' };
  expect(
    await verdict(withHeaders(await fixture.request('/enrollments/lookup', stray), { 'idempotency-key': undefined })),
  ).toBe('lookup');
});
