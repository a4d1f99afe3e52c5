import { afterAll, expect, it } from 'vitest';
import { main } from '../../../packages/merchant/src/bio-check/main.ts';
import { allOrSome } from '../../../test/kind.ts';
import { freePort } from '../../../test/free-port.ts';
import { MERCHANT_ID, RunningShop } from './running-shop.ts';

let shop: RunningShop | undefined;
afterAll(() => shop?.close());

it('authly-bio-check is green on the shop’s Bio API, over its own HTTPS', { timeout: 120_000 }, async () => {
  const keysPort = await freePort();
  shop = await RunningShop.start({ authlyBaseUrl: `http://127.0.0.1:${keysPort}` });
  const args = [
    `${shop.url}/bio`,
    '--merchant-id',
    MERCHANT_ID,
    '--ca-file',
    shop.caFile,
    '--keys-port',
    String(keysPort),
    '--timeout',
    '20000',
    '--json',
    ...allOrSome([], ['--only', 'headers,merchant,signature,fields']),
  ];
  let report = '';
  expect(await main(args, { stdout: { write: (text) => (report += text) }, stderr: { write: () => true } })).toBe(0);
  const { checks } = JSON.parse(report) as { checks: { id: string; status: string; messages: string[] }[] };
  expect(checks.length).toBeGreaterThan(20);
  expect(checks.filter(({ status }) => status === 'failed' || status === 'warned')).toEqual([]);
});
