import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerJson, LoopbackServer } from '../../../test/bio-merchant.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import { OperatorSide } from '../../../test/operator-side.ts';
import { answering, SdkMerchant } from '../../../test/sdk-merchant.ts';
import { lookupInWords } from '../../operator/reads/bio-answer-words.ts';
import { sampleAttempt } from '../../storage/test/samples.ts';

onOneStore((fixture) => {
  let operator: OperatorSide;
  let shop: SdkMerchant;
  beforeAll(async () => {
    operator = await OperatorSide.start(fixture);
    shop = await SdkMerchant.start(operator.service);
  });
  afterAll(() => shop.stop());

  const probe = (...more: string[]) => operator.authly('merchant', 'probe', shop.calls.merchantId, ...more);

  it('a working Bio API passes each check and counts as accepting the key', async () => {
    const { code, out } = await probe();
    expect(code).toBe(0);
    expect(out).toMatch(
      /^https:\S+\n✓ name .* 127\.0\.0\.1 is an address, so no name is resolved\n✓ tls .*TLSv1\.3, certificate from the merchant's own CA, expires in \d+ days\n✓ lookup +\d+ ms {2}404 bio_enrollment_not_found, as expected/,
    );
    const acceptances = await operator.service.service.store.keys.acceptances();
    expect(acceptances).toMatchObject([{ merchantId: shop.calls.merchantId }]);
    expect(JSON.parse(shop.bodies.at(-1)!.toString())).toMatchObject({
      merchant_user_ref: expect.stringMatching(/^authly-probe-/) as string,
    });
  });

  it('reports status, code and likely cause of a rejection; --json has them as fields', async () => {
    shop.instead = answering(401, { error: { code: 'signature_mismatch', message: 'planted-text', request_id: 'r' } });
    const inWords = await probe();
    expect(inWords.code).toBe(1);
    expect(inWords.out).toMatch(/✗ lookup .*401 signature_mismatch: .*Does a proxy change the path or body/);
    const { code, out } = await probe('--json');
    shop.instead = undefined;
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      {
        ok: false,
        findings: [
          { check: 'name', ok: true },
          { check: 'tls', ok: true },
          { check: 'lookup', ok: false },
        ],
        lookup: { stage: 'status', status: 401, code: 'signature_mismatch', reason: null },
      },
    ]);
    expect(inWords.out + out).not.toContain('planted-text');
  });

  it('--store stores an enrollment of a marked test user and looks it up', async () => {
    const { code, out } = await probe('--store');
    expect(code).toBe(0);
    expect(out).toMatch(
      /✓ store +\d+ ms {2}200, stored\n✓ found +\d+ ms {2}200, what was stored; authly-probe-\S+ remains/,
    );
    expect(
      shop.bodies.slice(-2).map((body) => (JSON.parse(body.toString()) as Record<string, string>)['merchant_user_ref']),
    ).toEqual([expect.stringMatching(/^authly-probe-/), expect.stringMatching(/^authly-probe-/)]);
  });

  it('--store reports a Bio API that stores nothing', async () => {
    let calls = 0;
    shop.instead = (...args) =>
      ++calls === 2
        ? answering(200, { stored: true })(...args)
        : answering(404, { error: { code: 'bio_enrollment_not_found', message: 'm', request_id: 'r' } })(...args);
    const { code, out } = await probe('--store');
    shop.instead = undefined;
    expect(code).toBe(1);
    expect(out).toMatch(/✓ store .*\n✗ found .*404 bio_enrollment_not_found: the merchant has no enrollment/);
  });

  it('distinguishes an untrusted certificate from a stopped server', async () => {
    const other = await LoopbackServer.https((_request, res) => answerJson(res, 404, {}));
    const { store } = operator.service.service;
    const { merchantId } = shop.calls;
    const { bioBaseUrl } = (await store.merchants.find(merchantId))!;
    await store.merchants.update(merchantId, { bioBaseUrl: `${other.url}/bio` });
    const untrusted = await probe();
    await other.close();
    const dead = await probe();
    await store.merchants.update(merchantId, { bioBaseUrl });
    expect(untrusted.out).toMatch(
      /✓ name .*\n✗ tls .*(?:CERT|VERIFY|SIGNATURE).*\n✗ lookup .*The TLS certificate is not trusted/,
    );
    expect(dead.out).toMatch(
      /✓ name .*\n✗ tls .*ECONNREFUSED\n✗ lookup .*ECONNREFUSED: Nothing listens at this address/,
    );
  });
});

it.each([
  [{}, /200 for a user that does not exist/],
  [{ failure: 'merchant_bio_invalid_response' }, /^200: the response does not follow/],
  [{ failure: 'merchant_bio_timeout', status: null, stage: 'tls' }, /^no response: timeout at stage tls$/],
  [{ failure: 'merchant_bio_rejected', status: 418, stage: 'status' }, /^418: Something in front of the Bio API/],
  [
    { failure: 'merchant_bio_unavailable', status: 500, code: 'merchant_bio_internal_error', stage: 'status' },
    /^500 merchant_bio_internal_error: The Bio API failed/,
  ],
  [
    { failure: 'merchant_bio_unavailable', status: null, stage: 'name', reason: 'ENOTFOUND' },
    /^ENOTFOUND: The host name/,
  ],
] as const)('explains %j', (change, words) => {
  expect(lookupInWords(sampleAttempt(change))).toMatch(words);
});
