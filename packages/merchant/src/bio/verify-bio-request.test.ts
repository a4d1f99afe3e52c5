import { SIGNATURE_HEADERS } from '@authly/contract/wire/bio/canonical-request';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { BioRefusal, createSigningKeys, memoryNonces, verifyBioRequest } from '../index.ts';
import { createServiceKey, sampleLookup, sampleStore } from '../testing/index.ts';
import { type BioFixture, createBioFixture, withHeaders } from '../../test/bio-fixture.ts';

let fixture: BioFixture;
beforeEach(async () => {
  fixture = await createBioFixture();
});

const keysOf = ({ service, clock }: BioFixture) =>
  createSigningKeys({ baseUrl: service.baseUrl, fetch: service.fetch, clock });

async function verify(request: Request, options: { publicBasePath?: string; toleranceMs?: number } = {}) {
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

const forged = () => `v2=${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(64))))}`;

test('a call of the service passes and is returned parsed', async () => {
  const body = sampleStore();
  const call = await verify(await fixture.request('/enrollments', body));
  expect(call).toMatchObject({ endpoint: 'store', body, keyId: fixture.service.keys.active.keyId });
  expect(await verdict(await fixture.request('/enrollments/lookup', sampleLookup()))).toBe('lookup');
});

describe('step 1', () => {
  test.each(Object.values(SIGNATURE_HEADERS))('missing_signature without %s', async (header) => {
    const request = await fixture.request('/enrollments', sampleStore());
    expect(await verdict(withHeaders(request, { [header]: undefined }))).toBe('missing_signature@1');
  });

  test.each([
    ['the prefix is v1=', (good: string) => good.replace('v2=', 'v1=')],
    ['there is no prefix', (good: string) => good.slice(3)],
    ['the base64 is broken', (good: string) => `${good.slice(0, -4)}!!==`],
    ['the base64 has spare bits set', (good: string) => good.replace(/.==$/, 'B==')],
    ['the base64 is URL-safe', () => `v2=${'-_'.repeat(43)}==`],
    ['the signature is short', () => 'v2=AAAA'],
  ])('invalid_signature when %s', async (_, change) => {
    const request = await fixture.request('/enrollments', sampleStore());
    expect(
      await verdict(
        withHeaders(request, { 'x-service-signature': change(request.headers.get('x-service-signature')!) }),
      ),
    ).toBe('invalid_signature@1');
  });

  test('invalid_signature when the nonce is not in UUID form', async () => {
    expect(await verdict(await fixture.request('/enrollments', sampleStore(), { nonce: 'nonce' }))).toBe(
      'invalid_signature@1',
    );
  });
});

describe('step 2', () => {
  test('invalid_signature for a key id that the service does not publish', async () => {
    expect(await verdict(await fixture.request('/enrollments', sampleStore(), { key: await createServiceKey() }))).toBe(
      'invalid_signature@2',
    );
  });

  test('merchant_bio_internal_error when the key list cannot be fetched', async () => {
    const request = await fixture.request('/enrollments', sampleStore());
    fixture.service.answerNext(new Error('connect ECONNREFUSED'));
    expect(await verdict(request)).toBe('merchant_bio_internal_error@2');
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
});

test('step 3: signature_mismatch when the header names another merchant', async () => {
  expect(await verdict(await fixture.request('/enrollments', sampleStore(), { merchantId: 'mch_other' }))).toBe(
    'signature_mismatch@3',
  );
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

  test.each([
    'yesterday',
    '2026-01-31',
    '2026-01-31T09:15:00',
    '2026-01-31T18:15:00+09:00',
    '1769850900',
    '2026-02-30T09:15:00Z',
    '2026-01-31T24:00:00Z',
  ])('timestamp_out_of_range for %s, which is no ISO 8601 in UTC', async (timestamp) => {
    expect(await verdict(await fixture.request('/enrollments', sampleStore(), { timestamp }))).toBe(
      'timestamp_out_of_range@4',
    );
  });

  test.each(['2026-01-31T09:15:00Z', '2026-01-31T09:15:00.123456Z', '2026-01-31T09:15:00+00:00'])(
    '%s is accepted',
    async (timestamp) => {
      expect(await verdict(await fixture.request('/enrollments', sampleStore(), { timestamp }))).toBe('store');
    },
  );

  test('the tolerance is a setting', async () => {
    const request = await fixture.request('/enrollments', sampleStore(), { now: fixture.clock.now() - 61_000 });
    expect(await verdict(request, { toleranceMs: 60_000 })).toBe('timestamp_out_of_range@4');
  });
});

describe('step 5', () => {
  test('nonce_reused for a repeated call', async () => {
    const request = await fixture.request('/enrollments', sampleStore());
    expect(await verdict(request.clone())).toBe('store');
    expect(await verdict(request)).toBe('nonce_reused@5');
  });

  test('remembers a nonce as long as its timestamp is valid', async () => {
    // From the edge of the future, so that it stays valid for twice the tolerance.
    const request = await fixture.request('/enrollments', sampleStore(), { now: fixture.clock.now() + 300_000 });
    await verify(request.clone());
    fixture.clock.advance(600_000);
    expect(await verdict(request.clone())).toBe('nonce_reused@5');
    fixture.clock.advance(1);
    expect(await verdict(request)).toBe('timestamp_out_of_range@4');
  });

  test('a call with a bad signature does not use up its nonce', async () => {
    const request = await fixture.request('/enrollments', sampleStore());
    expect(await verdict(withHeaders(request.clone(), { 'x-service-signature': forged() }))).toBe(
      'signature_mismatch@8',
    );
    expect(await verdict(request)).toBe('store');
  });

  test('of two concurrent calls, one passes and one is nonce_reused', async () => {
    const request = await fixture.request('/enrollments', sampleStore());
    const verdicts = await Promise.all([verdict(request.clone()), verdict(request)]);
    expect(verdicts.sort()).toEqual(['nonce_reused@8', 'store']);
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

test('step 6: signature_mismatch for another body than the hashed one', async () => {
  const request = await fixture.request('/enrollments', sampleStore());
  const tampered = new Request(request.url, {
    method: 'POST',
    headers: request.headers,
    body: JSON.stringify(sampleStore()),
  });
  expect(await verdict(tampered)).toBe('signature_mismatch@6');
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

describe('steps 7 and 8', () => {
  test('signature_mismatch when the call was signed for another path', async () => {
    const { headers, url } = await fixture.request('/enrollments/lookup', sampleLookup());
    const moved = new Request(url.replace('/lookup', ''), {
      method: 'POST',
      headers,
      body: JSON.stringify(sampleLookup()),
    });
    expect(await verdict(withHeaders(moved, {}))).toMatch(/^signature_mismatch@[68]$/);
  });

  test('the query is signed with the path', async () => {
    const request = await fixture.request('/enrollments?a=1', sampleStore());
    expect(await verdict(new Request(`${request.url}&b=2`, request.clone()))).toBe('signature_mismatch@8');
    expect(await verdict(request)).toBe('store');
  });

  test('publicBasePath restores the prefix that a proxy stripped', async () => {
    const request = await fixture.request('/enrollments', sampleStore());
    const stripped = () => new Request('http://10.0.0.7:3000/enrollments', request.clone());
    expect(await verdict(stripped())).toBe('signature_mismatch@8');
    expect(await verdict(stripped(), { publicBasePath: '/api/bio/' })).toBe('store');
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
          const changed =
            at < 50 ? text : good.slice(0, at % good.length) + text[0] + good.slice((at % good.length) + 1);
          fc.pre(changed !== good);
          expect(await verdict(withHeaders(request, { [name]: changed }))).not.toBe('store');
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('binding: one global key signs for all merchants', () => {
  test('signature_mismatch when the signed body names another merchant', async () => {
    const other = { merchant_id: 'mch_other' };
    expect(await verdict(await fixture.request('/enrollments', sampleStore(other)))).toBe('signature_mismatch@binding');
    expect(await verdict(await fixture.request('/enrollments/lookup', sampleLookup(other)))).toBe(
      'signature_mismatch@binding',
    );
  });

  test('signature_mismatch when Idempotency-Key is absent or not the signed enrollment_session_id', async () => {
    const send = async (key: string | undefined) =>
      verdict(withHeaders(await fixture.request('/enrollments', sampleStore()), { 'idempotency-key': key }));
    expect(await send(undefined)).toBe('signature_mismatch@binding');
    expect(await send('ses_other')).toBe('signature_mismatch@binding');
  });

  test('a lookup needs no Idempotency-Key, even if its body has a stray enrollment_session_id', async () => {
    const stray = { ...sampleLookup(), enrollment_session_id: 'ses_stray' };
    expect(
      await verdict(withHeaders(await fixture.request('/enrollments/lookup', stray), { 'idempotency-key': undefined })),
    ).toBe('lookup');
  });
});

test('reports the first fault in the order of the steps', async () => {
  const [used, stranger] = [crypto.randomUUID(), await createServiceKey()];
  await verify(await fixture.request('/enrollments', sampleStore(), { nonce: used }));
  const faults: [string, (request: Request) => Request][] = [
    ['missing_signature@1', (request) => withHeaders(request, { 'x-service-timestamp': undefined })],
    ['invalid_signature@2', (request) => withHeaders(request, { 'x-service-key-id': stranger.keyId })],
    ['signature_mismatch@3', (request) => withHeaders(request, { 'x-service-merchant-id': 'mch_other' })],
    ['timestamp_out_of_range@4', (request) => withHeaders(request, { 'x-service-timestamp': '2020-01-01T00:00:00Z' })],
    ['nonce_reused@5', (request) => withHeaders(request, { 'x-service-nonce': used })],
    ['signature_mismatch@6', (request) => withHeaders(request, { 'x-service-content-sha256': '0'.repeat(64) })],
    ['signature_mismatch@8', (request) => withHeaders(request, { 'x-service-signature': forged() })],
  ];
  for (let first = 0; first < faults.length; first++) {
    // The request has this fault and every later one. The error names this one.
    let request = await fixture.request('/enrollments', 'not JSON', { idempotencyKey: 'ses_x' });
    for (const [, make] of faults.slice(first).toReversed()) request = make(request);
    expect(await verdict(request)).toBe(faults[first]![0]);
  }
});
