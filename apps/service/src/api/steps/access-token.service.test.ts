import { createHmac, createPrivateKey, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf, ENROLLMENTS, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import type { TestAnswer, TestService } from '../../../test/running-service.ts';
import { unseal } from '../../keys/seal.ts';

const INVALID_TOKEN = [401, 'invalid_token'];

onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });
  const withHeader = (authorization: string | undefined): Promise<TestAnswer> =>
    service.request(ENROLLMENTS, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
      body: JSON.stringify(shop.enrollment()),
    });

  describe('401 invalid_token', () => {
    it.each<[string, () => string | undefined | Promise<string>]>([
      ['no header', () => undefined],
      ['another scheme', () => `Basic ${shop.token}`],
      ['no token', () => 'Bearer '],
      ['two tokens', () => `Bearer ${shop.token} ${shop.token}`],
      [
        'a changed claim',
        () => `Bearer ${altered(shop.token, { scope: 'enrollment:create', merchant_id: 'm_other' })}`,
      ],
      ['alg none', () => `Bearer ${unsigned(shop.token)}`],
      [
        'HS256 with the public key as its secret',
        async () =>
          `Bearer ${hmacSigned(shop.token, (await service.service.store.keys.list('access-token'))[0]!.publicKey!)}`,
      ],
      ['another key under our key id', () => `Bearer ${signed(shop.token, generateKeyPairSync('ed25519').privateKey)}`],
      [
        'an unknown key id',
        () => `Bearer ${signed(shop.token, generateKeyPairSync('ed25519').privateKey, { kid: 'tok_unknown' })}`,
      ],
      ['a token longer than any of ours', () => `Bearer ${'x'.repeat(8000)}`],
      ['the client secret', () => `Bearer ${shop.client.clientSecret}`],
    ])('%s', async (_, header) => {
      const answer = await withHeader(await header());
      expect(codeOf(answer)).toEqual(INVALID_TOKEN);
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="authly"');
    });

    it.each<[string, object]>([
      ['a client that does not exist', { client_id: 'c_unknown' }],
      ['a client of another merchant', { merchant_id: 'm_other', sub: 'm_other' }],
    ])('signed with the right key, but %s', async (_, claims) => {
      const [record] = await service.service.store.keys.list('access-token');
      const der = unseal(
        service.config.masterKey,
        { environment: 'test', purpose: 'access-token', keyId: record!.id },
        record!.sealed,
      );
      const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
      expect((await withHeader(`Bearer ${signed(shop.token, key)}`)).status).toBe(201);
      expect(codeOf(await withHeader(`Bearer ${signed(shop.token, key, {}, claims)}`))).toEqual(INVALID_TOKEN);
    });

    it('the scheme is case-insensitive', async () => {
      expect((await withHeader(`bearer ${shop.token}`)).status).toBe(201);
    });

    it.each(['used before', 'never used'])('at exactly exp, not a millisecond before (%s)', async (used) => {
      const token = await service.token(await service.addClient(shop.merchantId));
      if (used === 'used before') expect((await withHeader(`Bearer ${token}`)).status).toBe(201);
      service.clock.move(599_999);
      if (used === 'used before') expect((await withHeader(`Bearer ${token}`)).status).toBe(201);
      service.clock.move(1);
      expect(codeOf(await withHeader(`Bearer ${token}`))).toEqual(INVALID_TOKEN);
      await shop.renew();
    });

    it('a token of the other environment, even with the same names', async () => {
      const live = await (await fixture.another()).start({ environment: 'production' });
      const twin = await live.addMerchant({ id: shop.merchantId });
      const token = await live.token(twin);
      expect((await live.post(ENROLLMENTS, token, shop.enrollment())).status).toBe(201);
      expect(codeOf(await withHeader(`Bearer ${token}`))).toEqual(INVALID_TOKEN);
      expect(codeOf(await live.post(ENROLLMENTS, shop.token, shop.enrollment()))).toEqual(INVALID_TOKEN);
      expect((await live.requestToken(shop.client)).status).toBe(401);
    });

    it("a revoked client's token within 5 s, in every process", async () => {
      const second = await fixture.start({ clock: service.clock });
      const client = await service.addClient(shop.merchantId);
      const token = await service.token(client);
      const uses = (): Promise<TestAnswer[]> =>
        Promise.all([service, second].map((process) => process.post(ENROLLMENTS, token, shop.enrollment())));
      expect((await uses()).map(({ status }) => status)).toEqual([201, 201]);
      await service.service.store.merchants.revokeClient(client.clientId, service.clock.now());
      service.clock.move(5000);
      expect((await uses()).map(codeOf)).toEqual([INVALID_TOKEN, INVALID_TOKEN]);
    });
  });
});

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const part = (token: string, index: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[index]!, 'base64url').toString()) as Record<string, unknown>;
const altered = (token: string, claims: object): string =>
  [token.split('.')[0], encode({ ...part(token, 1), ...claims }), token.split('.')[2]].join('.');
const unsigned = (token: string): string => `${encode({ ...part(token, 0), alg: 'none' })}.${token.split('.')[1]}.`;

function signed(token: string, key: KeyObject, header: object = {}, claims: object = {}): string {
  const text = `${encode({ ...part(token, 0), ...header })}.${encode({ ...part(token, 1), jti: randomUUID(), ...claims })}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

/** The public key used as a shared secret. */
function hmacSigned(token: string, publicKey: string): string {
  const text = `${encode({ ...part(token, 0), alg: 'HS256' })}.${token.split('.')[1]}`;
  return `${text}.${createHmac('sha256', Buffer.from(publicKey, 'base64')).update(text).digest('base64url')}`;
}
