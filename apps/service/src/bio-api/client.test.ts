import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { memoryNonces, verifyBioRequest, type SigningKeys } from '@authly/merchant';
import { sampleLookup, sampleStore } from '@authly/merchant/testing';
import { Client } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerJson,
  failureOf,
  GOOD_LOOKUP,
  GOOD_STORE,
  LoopbackServer,
  merchantAt,
  ServiceSide,
  type SeenRequest,
} from '../../test/bio-merchant.ts';
import type { Merchant } from '../merchants/merchant.ts';

const SIGNED = [
  'x-service-merchant-id',
  'x-service-key-id',
  'x-service-timestamp',
  'x-service-nonce',
  'x-service-content-sha256',
  'x-service-signature',
];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let side: ServiceSide;
let server: LoopbackServer;
let answers: ((request: SeenRequest) => readonly [status: number, body: unknown] | 'reset')[];

beforeEach(async () => {
  answers = [];
  side = await ServiceSide.make();
  server = await LoopbackServer.https((request, res, req) => {
    const next = answers.shift()?.(request) ?? [200, request.url.endsWith('/lookup') ? GOOD_LOOKUP : GOOD_STORE];
    if (next === 'reset') req.socket.destroy();
    else answerJson(res, ...next);
  });
});
afterEach(async () => {
  side.close();
  await server.close();
});

const merchant = (settings: Partial<Merchant> = {}): Merchant =>
  merchantAt(`${server.url}/shop/bio`, server.ca, settings);
const signed = ({ headers }: SeenRequest): Record<string, string | undefined> =>
  Object.fromEntries(SIGNED.map((name) => [name, headers[name]]));
/** The published keys, as a merchant has them. */
const publishedKeys = (): SigningKeys => ({
  async find(keyId) {
    const entry = (await side.keys.published()).keys.find(({ key_id }) => key_id === keyId);
    return (
      entry &&
      webcrypto.subtle.importKey('spki', Buffer.from(entry.public_key_base64, 'base64'), 'Ed25519', false, ['verify'])
    );
  },
});
const asRequest = ({ method, url, headers, body }: SeenRequest): Request =>
  new Request(`https://shop.example${url}`, { method, headers: headers as Record<string, string>, body });

describe('a call', () => {
  it('is signed so that the SDK verifies it, with the path of the base URL and the exact body', async () => {
    const [store, lookup] = [sampleStore({ merchant_id: 'm_1' }), sampleLookup({ merchant_id: 'm_1' })];
    expect(await side.store(merchant(), store)).toEqual({ reply: GOOD_STORE });
    expect(await side.lookup(merchant(), lookup)).toEqual({ reply: GOOD_LOOKUP });
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /shop/bio/enrollments',
      'POST /shop/bio/enrollments/lookup',
    ]);
    const options = { merchantId: 'm_1', keys: publishedKeys(), nonces: memoryNonces() };
    const verified = server.seen.map((request) => verifyBioRequest(asRequest(request), options));
    expect(await Promise.all(verified)).toMatchObject([
      { endpoint: 'store', body: store },
      { endpoint: 'lookup', body: lookup },
    ]);
  });

  it('has every header of the contract, and the Idempotency-Key only on store', async () => {
    const store = sampleStore({ merchant_id: 'm_1' });
    await side.store(merchant(), store);
    await side.lookup(merchant());
    for (const { headers } of server.seen) {
      for (const name of SIGNED) expect(headers[name]).toBeTruthy();
      expect(headers['content-type']).toBe('application/json');
      expect(headers['x-request-id']).toMatch(UUID);
      expect(headers['x-service-nonce']).toMatch(UUID);
      expect(headers['x-service-merchant-id']).toBe('m_1');
      expect(headers['x-service-signature']).toMatch(/^v2=[A-Za-z0-9+/]{86}==$/);
      expect(Math.abs(Date.parse(headers['x-service-timestamp']!) - Date.now())).toBeLessThan(5000);
    }
    expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([
      store.enrollment_session_id,
      undefined,
    ]);
  });

  it('works with a base URL without a path', async () => {
    for (const base of [server.url, `${server.url}/`, `${server.url}/a/b/`])
      await side.store(merchantAt(base, server.ca));
    expect(server.seen.map(({ url }) => url)).toEqual(['/enrollments', '/enrollments', '/a/b/enrollments']);
  });

  it('reuses its connection', async () => {
    for (let i = 0; i < 5; i++) await side.lookup(merchant());
    answers = [() => [500, {}], () => [404, {}]];
    await side.lookup(merchant());
    await side.lookup(merchant());
    expect(server.connections).toBe(1);
  });

  it('reports merchant, key and outcome, and no content', async () => {
    answers = [() => [503, {}], () => [503, {}]];
    await side.store(merchant());
    await side.lookup(merchant());
    const keyId = (await side.keys.published()).keys[0]!.key_id;
    expect(side.reports).toMatchObject([
      {
        merchantId: 'm_1',
        keyId,
        call: 'store',
        failure: 'merchant_bio_unavailable',
        attempts: [{ attempt: 1 }, { attempt: 2 }],
        signatureHeld: false,
      },
      { merchantId: 'm_1', keyId, call: 'lookup', failure: null, attempts: [{ attempt: 1 }], signatureHeld: true },
    ]);
  });
});

describe('the retry', () => {
  it('has a fresh timestamp, nonce and signature, and the same bytes, key and Idempotency-Key', async () => {
    answers = [() => [500, { error: { code: 'merchant_bio_internal_error' } }]];
    expect(await side.store(merchant())).toEqual({ reply: GOOD_STORE });
    const [first, second] = server.seen as [SeenRequest, SeenRequest];
    expect(second.body.equals(first.body)).toBe(true);
    for (const same of ['idempotency-key', 'x-service-key-id', 'x-service-content-sha256', 'x-request-id'])
      expect(second.headers[same]).toBe(first.headers[same]);
    for (const fresh of ['x-service-nonce', 'x-service-signature'])
      expect(signed(second)[fresh]).not.toBe(signed(first)[fresh]);
    expect(Date.parse(second.headers['x-service-timestamp']!)).toBeGreaterThanOrEqual(
      Date.parse(first.headers['x-service-timestamp']!),
    );
    const options = { merchantId: 'm_1', keys: publishedKeys(), nonces: memoryNonces() };
    await verifyBioRequest(asRequest(first), options);
    await verifyBioRequest(asRequest(second), options);
  });

  it.each([
    ['5xx', () => [502, {}] as const],
    ['a broken connection', () => 'reset' as const],
  ])('follows %s, once by default', async (_what, bad) => {
    answers = [bad];
    expect(failureOf(await side.lookup(merchant()))).toBe('none');
    answers = [bad, bad, () => [200, GOOD_LOOKUP]];
    expect(failureOf(await side.lookup(merchant()))).toBe('merchant_bio_unavailable');
    expect(server.seen).toHaveLength(4);
  });

  it.each([0, 1, 3])('happens as often as the merchant’s setting: %i', async (bioRetries) => {
    answers = Array.from({ length: 10 }, () => () => [500, {}] as const);
    await side.store(merchant({ bioRetries }));
    expect(server.seen).toHaveLength(1 + bioRetries);
    expect(side.reports[0]!.attempts).toHaveLength(1 + bioRetries);
  });

  it('without a key for the second attempt, the first one is reported and decides', async () => {
    using signer = vi.spyOn(side.keys, 'signer');
    answers = [() => (signer.mockRejectedValueOnce(new Error('the token is gone')), [500, {}])];
    expect(failureOf(await side.store(merchant()))).toBe('merchant_bio_unavailable');
    expect(side.reports).toMatchObject([{ failure: 'merchant_bio_unavailable', attempts: [{ status: 500 }] }]);
    signer.mockRejectedValueOnce(new Error('the token is gone'));
    await expect(side.store(merchant())).rejects.toThrow('the token is gone');
  });

  it('the code is that of the last attempt', async () => {
    answers = [() => [500, {}], () => [400, {}], () => 'reset', () => [200, {}]];
    expect(failureOf(await side.store(merchant()))).toBe('merchant_bio_rejected');
    expect(failureOf(await side.store(merchant()))).toBe('merchant_bio_invalid_response');
  });
});

describe('memory', () => {
  it('sent and received bytes are overwritten with zeros after the call, even if it failed', async () => {
    const sent: Uint8Array[] = [];
    const received: Uint8Array[] = [];
    // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
    const original = Client.prototype.dispatch;
    const dispatch = vi.spyOn(Client.prototype, 'dispatch').mockImplementation(function (
      this: Client,
      options,
      handler,
    ) {
      sent.push(options.body as Uint8Array);
      const onData = handler.onResponseData!.bind(handler);
      handler.onResponseData = (controller, chunk) => {
        received.push(chunk);
        onData(controller, chunk);
      };
      return original.call(this, options, handler);
    });
    try {
      await side.store(merchant());
      answers = [
        () => [200, { stored: false, pad: 'x'.repeat(200_000) }],
        () => [404, { error: 'x' }],
        () => [200, { pad: 'x'.repeat(1_100_000) }],
      ];
      for (let i = 0; i < 3; i++) await side.lookup(merchant());
    } finally {
      dispatch.mockRestore();
    }
    expect(sent).toHaveLength(4);
    expect(received.length).toBeGreaterThan(4);
    for (const bytes of [...sent, ...received]) expect(bytes.every((byte) => byte === 0)).toBe(true);
  });
});

describe('a merchant with a new base URL', () => {
  it('is called at its new address, and the old connections are closed', async () => {
    await side.store(merchant());
    const moved = await LoopbackServer.https((_request, res) => answerJson(res, 200, GOOD_STORE));
    const ended = once(server.server, 'close');
    server.server.close();
    expect(failureOf(await side.store(merchantAt(moved.url, server.ca)))).toBe('none');
    expect(moved.seen).toHaveLength(1);
    // Resolves when all connections are closed.
    await ended;
    server.server.listen(0);
    await moved.close();
  });
});
