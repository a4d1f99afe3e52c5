import { createSecretKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onBothStores } from '../../../test/on-stores.ts';
import type { TestAnswer, TestService } from '../../../test/running-service.ts';
import type { MerchantRateLimits } from '../../merchants/merchant-settings.ts';
import { failureWindowKey } from './rate-limit.ts';

onBothStores((fixture) => {
  let service: TestService;
  beforeAll(async () => {
    service = await fixture.start();
  });
  const limited = (rateLimits: MerchantRateLimits): Promise<MerchantCalls> => MerchantCalls.of(service, { rateLimits });
  const statuses = async (times: number, send: () => Promise<TestAnswer>): Promise<number[]> => {
    const answers: number[] = [];
    for (let i = 0; i < times; i++) answers.push((await send()).status);
    return answers;
  };

  it('off by default: 40 creates and 40 results in one moment are answered', async () => {
    const shop = await limited({});
    const id = await shop.newSession();
    const created = await Promise.all(Array.from({ length: 40 }, () => shop.enroll()));
    const read = await Promise.all(Array.from({ length: 40 }, () => shop.result(id)));
    expect(new Set([...created, ...read].map(({ status }) => status))).toEqual(new Set([201, 200]));
  });

  it('create per merchant: 429 rate_limited with Retry-After, for both modes and every user', async () => {
    const shop = await limited({ createPerMerchant: 3 });
    expect(await statuses(2, () => shop.enroll())).toEqual([201, 201]);
    // The wait is rounded up.
    service.clock.move(10_500);
    expect((await shop.verify({ merchant_user_ref: 'user-2' })).status).toBe(201);
    const refused = await shop.verify({ merchant_user_ref: 'user-3' });
    expect([...codeOf(refused), refused.headers['retry-after']]).toEqual([429, 'rate_limited', '50']);
    service.clock.move(50_000);
    expect(await statuses(3, () => shop.enroll())).toEqual([201, 201, 429]);
  });

  it("a 429 does not count in the merchant's window", async () => {
    const shop = await limited({ createPerUserRef: 1, createPerMerchant: 2 });
    expect(await statuses(4, () => shop.enroll())).toEqual([201, 429, 429, 429]);
    expect((await shop.enroll({ merchant_user_ref: 'user-2' })).status).toBe(201);
  });

  it('Retry-After is enough for both windows, and a refused create counts in neither', async () => {
    const shop = await limited({ createPerUserRef: 2, createPerMerchant: 3 });
    const berta = (): Promise<TestAnswer> => shop.enroll({ merchant_user_ref: 'berta' });
    expect(await statuses(2, () => shop.enroll())).toEqual([201, 201]);
    service.clock.move(20_000);
    expect(await statuses(4, berta)).toEqual([201, 429, 429, 429]);
    expect((await berta()).headers['retry-after']).toBe('40');
    service.clock.move(40_000);
    expect(await statuses(2, berta)).toEqual([201, 429]);
  });

  it('Retry-After waits for the later of two full windows', async () => {
    const shop = await limited({ createPerUserRef: 1, createPerMerchant: 2 });
    expect((await shop.enroll({ merchant_user_ref: 'berta' })).status).toBe(201);
    service.clock.move(20_000);
    expect((await shop.enroll()).status).toBe(201);
    const refused = await shop.enroll();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    service.clock.move(59_999);
    expect((await shop.enroll()).status).toBe(429);
    service.clock.move(1);
    expect((await shop.enroll()).status).toBe(201);
  });

  it('a replay of an idempotent creation neither fills a window nor is refused by one; a conflict fills none', async () => {
    const shop = await limited({ createPerMerchant: 2 });
    const create = (key: string, body = {}): Promise<TestAnswer> => shop.enroll(body, { 'idempotency-key': key });
    expect(await statuses(4, () => create('one'))).toEqual([201, 201, 201, 201]);
    expect((await create('one', { locale: 'ko' })).status).toBe(409);
    expect(await statuses(2, () => create('two'))).toEqual([201, 201]);
    expect([(await create('three')).status, (await create('one')).status]).toEqual([429, 201]);
  });

  it('result per session: another session is not limited', async () => {
    const shop = await limited({ resultPerSession: 2 });
    const [one, two] = [await shop.newSession(), await shop.newSession()];
    expect(await statuses(3, () => shop.result(one))).toEqual([200, 200, 429]);
    expect((await shop.result(two)).status).toBe(200);
  });

  it('result per merchant: 429 for every session, and creates are not limited', async () => {
    const shop = await limited({ resultPerMerchant: 2 });
    const [one, two] = [await shop.newSession(), await shop.newSession()];
    expect(await statuses(2, () => shop.result(one))).toEqual([200, 200]);
    const refused = await shop.result(two);
    expect([...codeOf(refused), refused.headers['retry-after']]).toEqual([429, 'rate_limited', '60']);
    expect((await shop.enroll()).status).toBe(201);
  });

  describe('a request with another error', () => {
    it('does not count: 400, 403 and 404', async () => {
      const shop = await limited({ createPerMerchant: 1, resultPerMerchant: 1 });
      expect(await statuses(3, () => shop.enroll({ locale: 'x'.repeat(17) }))).toEqual([400, 400, 400]);
      expect(await statuses(3, () => shop.enroll({ merchant_id: 'm_other' }))).toEqual([403, 403, 403]);
      const id = await shop.newSession();
      expect(await statuses(3, () => shop.result(id, 'merchant_user_ref=other'))).toEqual([403, 403, 403]);
      expect((await shop.result(id)).status).toBe(200);
    });
  });
});

describe('windows of wrong secrets', () => {
  const salt = createSecretKey(Buffer.alloc(32, 7));

  it('are at most 65,536 for any number of client ids', () => {
    const numbers = Array.from({ length: 1000 }, (_, i) =>
      Number(/^wrong-secret:(\d+)$/.exec(failureWindowKey(salt, `c_${i}`, '192.0.2.1'))?.[1]),
    );
    expect(Math.max(...numbers)).toBeLessThan(65_536);
    expect(new Set(numbers).size).toBeGreaterThan(900);
  });

  it('depend on client id and address, and cannot be predicted without the salt', () => {
    const key = failureWindowKey(salt, 'c_1', '192.0.2.1');
    expect(failureWindowKey(salt, 'c_1', '192.0.2.1')).toBe(key);
    expect(failureWindowKey(salt, 'c_1', '192.0.2.2')).not.toBe(key);
    expect(failureWindowKey(createSecretKey(Buffer.alloc(32, 8)), 'c_1', '192.0.2.1')).not.toBe(key);
  });
});
