import { Readable } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onBothStores } from '../../../test/on-stores.ts';
import type { TestAnswer, TestClient, TestService } from '../../../test/running-service.ts';

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
      expect([refused.status, refused.json.error.code, refused.headers['retry-after']]).toEqual([
        429,
        'rate_limited',
        '60',
      ]);
    });

    it('the window slides: each request leaves it 60 s after it came', async () => {
      expect((await ask()).status).toBe(200);
      service.clock.move(30_000);
      expect(await statuses(29, ask)).toEqual(THIRTY(200).slice(1));
      service.clock.move(29_999);
      const refused = await ask();
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
      service.clock.move(1);
      expect(await statuses(2, ask)).toEqual([200, 429]);
    });

    it('a refused request does not count', async () => {
      await statuses(30, ask);
      service.clock.move(59_000);
      expect(await statuses(5, ask)).toEqual([429, 429, 429, 429, 429]);
      service.clock.move(1000);
      expect(await statuses(30, ask)).toEqual(THIRTY(200));
    });

    it('requests that ask for a wrong scope or grant type count', async () => {
      expect(await statuses(29, () => service.requestToken(client, 'admin'))).toEqual(THIRTY(400).slice(1));
      expect(await statuses(2, ask)).toEqual([200, 429]);
    });

    it('413 does not count', async () => {
      const tooLarge = (): Promise<TestAnswer> => form(service, `${credentials(client)}&x=${'x'.repeat(FORM_LIMIT)}`);
      expect(await statuses(3, tooLarge)).toEqual([413, 413, 413]);
      expect(await statuses(30, ask)).toEqual(THIRTY(200));
    });

    it('another client of the merchant has its own window', async () => {
      await statuses(31, ask);
      const other = await service.addClient(client.merchantId);
      expect((await service.requestToken(other)).status).toBe(200);
    });

    it('exactly 30 of 40 at once are answered', async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, ask));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    });

    it('is shared by all processes', async () => {
      const second = await fixture.start({ clock: service.clock });
      await statuses(20, ask);
      expect(await statuses(11, () => second.requestToken(client))).toEqual([...THIRTY(200).slice(20), 429]);
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

  describe('form body of 65,536 bytes', () => {
    const filled = (bytes: number): string => {
      const start = `${credentials(client)}&x=`;
      return start + 'x'.repeat(bytes - start.length);
    };

    it.each([true, false])('is accepted at the limit (Content-Length: %s)', async (withLength) => {
      expect((await form(service, filled(FORM_LIMIT), withLength)).status).toBe(200);
    });

    it.each([true, false])('413 payload_too_large one byte past it (Content-Length: %s)', async (withLength) => {
      const answer = await form(service, filled(FORM_LIMIT + 1), withLength);
      expect([answer.status, answer.json.error.code]).toEqual([413, 'payload_too_large']);
    });

    it('413 comes before client authentication', async () => {
      const answer = await form(
        service,
        `grant_type=client_credentials&client_id=x&client_secret=${'x'.repeat(FORM_LIMIT)}`,
      );
      expect(answer.status).toBe(413);
    });
  });
});

const credentials = ({ clientId, clientSecret }: TestClient): string =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();

function form(service: TestService, body: string, withLength = true): Promise<TestAnswer> {
  return service.request('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: withLength ? body : Readable.from([body]),
  });
}
