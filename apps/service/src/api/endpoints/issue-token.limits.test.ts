import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/merchant-calls.ts';
import { onBothStores } from '../../../test/on-stores.ts';
import { credentials, type TestAnswer, type TestClient, type TestService } from '../../../test/running-service.ts';

const FORM_LIMIT = 65_536;

onBothStores((fixture) => {
  let service: TestService;
  let client: TestClient;
  beforeAll(async () => {
    service = await fixture.start();
  });
  beforeEach(async () => {
    client = await service.addMerchant();
  });

  const statuses = async (times: number, send: () => Promise<TestAnswer>): Promise<number[]> => {
    const answers: number[] = [];
    for (let i = 0; i < times; i++) answers.push((await send()).status);
    return answers;
  };
  const ask = (): Promise<TestAnswer> => service.requestToken(client);
  const askWrongly = (clientId = client.clientId): Promise<TestAnswer> =>
    service.requestToken({ clientId, clientSecret: 'wrong' });
  const THIRTY = (status: number): number[] => Array.from({ length: 30 }, () => status);

  describe('30 requests in a sliding 60 s', () => {
    it('429 rate_limited with Retry-After for the 31st', async () => {
      expect(await statuses(30, ask)).toEqual(THIRTY(200));
      const refused = await ask();
      expect([...codeOf(refused), refused.headers['retry-after']]).toEqual([429, 'rate_limited', '60']);
    });

    it('requests that ask for a wrong scope or grant type count', async () => {
      expect(await statuses(29, () => service.requestToken(client, 'admin'))).toEqual(THIRTY(400).slice(1));
      expect(await statuses(2, ask)).toEqual([200, 429]);
    });

    it('413 does not count', async () => {
      const tooLarge = (): Promise<TestAnswer> =>
        service.postForm('/oauth/token', { ...credentials(client), x: 'x'.repeat(FORM_LIMIT) });
      expect(await statuses(3, tooLarge)).toEqual([413, 413, 413]);
      expect(await statuses(30, ask)).toEqual(THIRTY(200));
    });

    it('another client of the merchant has its own window', async () => {
      await statuses(31, ask);
      const other = await service.addClient(client.merchantId);
      expect((await service.requestToken(other)).status).toBe(200);
    });
  });

  describe('wrong secrets', () => {
    it('fill a separate window: 429 for the 31st, while the right secret still works', async () => {
      expect(await statuses(30, askWrongly)).toEqual(THIRTY(401));
      const refused = await askWrongly();
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
      expect(await statuses(30, ask)).toEqual(THIRTY(200));
      service.clock.move(60_000);
      expect((await askWrongly()).status).toBe(401);
    });

    it('an unknown client is limited in the same way', async () => {
      const nobody = `c_${client.clientId}`;
      expect(await statuses(31, () => askWrongly(nobody))).toEqual([...THIRTY(401), 429]);
    });
  });
});
