import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ENROLLMENTS, MerchantCalls } from '../../test/merchant-calls.ts';
import { onOneStore } from '../../test/on-stores.ts';
import type { TestService } from '../../test/running-service.ts';
import { VERSION } from '../runtime/version.ts';

onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  const lines: string[] = [];
  beforeAll(async () => {
    service = await fixture.start({ logTo: { write: (line) => void lines.push(line) } });
    shop = await MerchantCalls.of(service);
  });
  const lineOf = async (requestId: unknown): Promise<Record<string, unknown>> => {
    const find = (): string | undefined => lines.find((each) => each.includes(String(requestId)));
    await expect.poll(find).toBeDefined();
    return JSON.parse(find()!) as Record<string, unknown>;
  };

  it('one line per request: ids, method, route pattern, status, ms, caller, address and process', async () => {
    const id = await shop.newSession();
    const answer = await shop.result(id);
    expect(await lineOf(answer.headers['x-request-id'])).toMatchObject({
      level: 'info',
      msg: 'request',
      request_id: answer.headers['x-request-id'],
      method: 'GET',
      route: '/v1/sessions/:session_id/result',
      status: 200,
      ms: expect.any(Number),
      merchant_id: shop.merchantId,
      client_id: shop.client.clientId,
      session_id: id,
      client_address: '127.0.0.1',
      pid: process.pid,
      version: VERSION,
    });
  });

  it('the address comes from a trusted proxy, never from a client’s header', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
    const direct = await service.request('/v1/signing-keys', { headers });
    expect(await lineOf(direct.headers['x-request-id'])).toMatchObject({ client_address: '127.0.0.1' });
    const behind = await fixture.start({
      config: { trustedProxies: ['127.0.0.1'] },
      logTo: { write: (line) => void lines.push(line) },
    });
    const proxied = await behind.request('/v1/signing-keys', { headers });
    expect(await lineOf(proxied.headers['x-request-id'])).toMatchObject({ client_address: '203.0.113.7' });
  });

  it('an internal error has the ids of its request, and an invalid id is not logged', async () => {
    const id = await shop.newSession();
    const fails = vi.spyOn(service.service.store.sessions, 'find').mockRejectedValueOnce(new Error('broken'));
    const answer = await shop.result(id);
    fails.mockRestore();
    const requestId = answer.headers['x-request-id'];
    const error = lines.find((line) => line.includes('request failed') && line.includes(String(requestId)))!;
    expect(JSON.parse(error)).toMatchObject({ level: 'error', request_id: requestId, session_id: id });
    const none = await shop.result('not-a-session-id');
    expect(await lineOf(none.headers['x-request-id'])).not.toHaveProperty('session_id');
  });

  it.each([
    ['403', 'merchant_user_ref_mismatch', async () => shop.result(await shop.newSession(), 'merchant_user_ref=x')],
    ['404', 'not_found', async () => service.get('/nowhere')],
    ['400', 'invalid_request', async () => service.get('/v1/sessions/%zz/result')],
    ['401', 'invalid_client', async () => service.requestToken({ clientId: 'x', clientSecret: 'y' })],
  ] as const)("an error's line carries its code: %s %s", async (status, code, send) => {
    const answer = await send();
    expect(await lineOf(answer.headers['x-request-id'])).toMatchObject({ status: Number(status), code });
  });

  describe('at level debug', () => {
    it('no line holds a query string, a body, a token or a secret', async () => {
      const marks = Array.from({ length: 12 }, (_, i) => `planted${i}marker`);
      const [ref, metadata, url, locale, reason, key, query, unknownPath, broken, bearer, secret, scope] = marks as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      const created = await shop.enroll(
        {
          merchant_user_ref: ref,
          metadata: { order: metadata },
          return_url: `https://shop.test/${url}`,
          locale: locale.slice(0, 16),
        },
        { 'idempotency-key': key },
      );
      const id = created.json.session_id as string;
      await shop.result(id, `merchant_user_ref=${ref}&x=${query}`);
      await shop.result(id, `merchant_user_ref=%zz&x=${query}`);
      await shop.cancel(id, { merchant_user_ref: ref, reason });
      await service.get(`/${unknownPath}?x=${query}`);
      await service.get(`/v1/sessions/${unknownPath}%zz/result?x=${query}`);
      await shop.post(ENROLLMENTS, `{"merchant_id": ${broken}`);
      await service.get(`/v1/sessions/${id}/result?merchant_user_ref=${ref}`, bearer);
      await service.requestToken({ clientId: shop.client.clientId, clientSecret: secret });
      await service.requestToken(shop.client, scope);
      await service.plain(`/v1/signing-keys?x=${query}`);
      const fails = vi
        .spyOn(service.service.store.sessions, 'find')
        .mockRejectedValueOnce(Object.assign(new Error('broken'), { query: `select ${query}`, parameters: [ref] }));
      const failed = await shop.result(id, `merchant_user_ref=${ref}`);
      fails.mockRestore();
      expect(failed.status).toBe(500);
      expect(await lineOf(failed.headers['x-request-id'])).toMatchObject({ level: 'error' });

      const text = lines.join('');
      const hosted = (created.json.popup_url as string).split('#token=')[1]!;
      for (const mark of [
        ...marks,
        locale.slice(0, 16),
        shop.token,
        shop.client.clientSecret,
        hosted,
        hosted.split('.')[1]!,
      ])
        expect(text).not.toContain(mark);
    });
  });
});
