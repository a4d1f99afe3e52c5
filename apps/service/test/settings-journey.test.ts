import { beforeAll, describe, expect, it } from 'vitest';
import { claim } from './app-side.ts';
import { ENROLLMENTS, MerchantCalls } from './merchant-calls.ts';
import { onBothStores } from './on-stores.ts';
import { OperatorSide } from './operator-side.ts';
import { PageSide } from './page-side.ts';
import type { TestAnswer, TestClient, TestService } from './running-service.ts';

/** The longest time that a process may use cached settings. */
const PROMISED_MS = 5000;

describe('settings changed while services run', () => {
  onBothStores((fixture) => {
    let operator: OperatorSide;
    let processes: TestService[];
    let client: TestClient;
    beforeAll(async () => {
      operator = await OperatorSide.start(fixture);
      const { clock, config } = operator.service;
      processes = [operator.service, await fixture.start({ clock, config: { masterKey: config.masterKey } })];
      client = await operator.service.addMerchant();
    });

    const create = async (service: TestService): Promise<TestAnswer> =>
      service.post(ENROLLMENTS, await service.token(client), {
        merchant_id: client.merchantId,
        merchant_user_ref: 'user-1',
      });
    const lifetimeS = ({ json }: TestAnswer): number =>
      (Date.parse(json.expires_at as string) - operator.service.clock.now()) / 1000;

    it('a lifetime and a limit apply in every process within 5 s, without a restart', async () => {
      for (const service of processes) expect(lifetimeS(await create(service))).toBe(600);
      const { merchantId } = client;
      const set = await operator.authly('merchant', 'set', merchantId, '--session-lifetime-s=60', '--limit-create=3');
      expect(set.code).toBe(0);
      operator.service.clock.move(PROMISED_MS);
      for (const service of processes) expect(lifetimeS(await create(service))).toBe(60);
      // Above the limit in any process: the two before were counted in both.
      expect((await create(processes[1]!)).status).toBe(201);
      for (const service of processes)
        expect(await create(service)).toMatchObject({ status: 429, json: { error: { code: 'rate_limited' } } });
      await operator.authly('merchant', 'set', merchantId, '--limit-create=0');
      operator.service.clock.move(PROMISED_MS);
      for (const service of processes) expect((await create(service)).status).toBe(201);
    });

    it('a privacy notice and a retention text reach the hosted page and the app, a reader only the app', async () => {
      const { service } = operator;
      const shop = await MerchantCalls.of(service);
      const told = async (): Promise<TestAnswer['json'][]> => {
        const page = await PageSide.open(await shop.renew());
        return [(await page.session()).json, (await claim(service, await page.linkToken())).json];
      };
      const set = (...settings: string[]) => operator.authly('merchant', 'set', shop.merchantId, ...settings);
      for (const json of await told())
        for (const field of ['privacy_url', 'retention_text', 'reader']) expect(json).not.toHaveProperty(field);
      const notice = { privacy_url: 'https://shop.test/privacy/?lang=de#finger', retention_text: 'Two years.' };
      await set(`--privacy-url=${notice.privacy_url}`, `--retention-text=${notice.retention_text}`, '--reader=true');
      service.clock.move(PROMISED_MS);
      const [session, claimed] = await told();
      expect(session).toMatchObject(notice);
      expect(session).not.toHaveProperty('reader');
      expect(claimed).toMatchObject({ ...notice, reader: true });
      await set('--privacy-url=none', '--retention-text=none', '--reader=false');
      service.clock.move(PROMISED_MS);
      for (const json of await told())
        for (const field of ['privacy_url', 'retention_text', 'reader']) expect(json).not.toHaveProperty(field);
    });

    it.each([
      ['--privacy-url', 'http://shop.test/privacy', 'full HTTPS URL'],
      ['--privacy-url', 'https:shop.test', 'full HTTPS URL'],
      ['--privacy-url', 'javascript:alert(1)', 'full HTTPS URL'],
      ['--privacy-url', 'https://authly.test@shop.test/', 'credentials'],
      ['--privacy-url', `https://shop.test/${'x'.repeat(2048)}`, '1 to 2048 characters'],
      ['--retention-text', 'x'.repeat(121), '1 to 120 characters'],
      ['--retention-text', '   ', 'Retention text must'],
      ['--retention-text', 'Two \u202Eyears', 'plain text'],
      ['--retention-text', 'Two\u0007years', 'plain text'],
      ['--reader', '1', 'must be true or false'],
    ])('%s %j is rejected', async (flag, value, why) => {
      const run = await operator.authly('merchant', 'set', client.merchantId, `${flag}=${value}`);
      expect(run.code).toBeGreaterThan(0);
      expect(run.error).toContain(why);
    });
  });
});
