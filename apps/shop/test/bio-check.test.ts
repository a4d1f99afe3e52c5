import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { wholeOrPart } from '../../../test/quick.ts';
import { freePort } from '../../../test/free-port.ts';
import { MERCHANT_ID, RunningShop } from './running-shop.ts';

const run = promisify(execFile);
const RUNNER = join(import.meta.dirname, '../../../packages/merchant/bin/authly-bio-check.mjs');

let shop: RunningShop | undefined;
afterAll(() => shop?.close());

it('authly-bio-check is green on the shop’s Bio API, over its own HTTPS', { timeout: 120_000 }, async () => {
  const keysPort = await freePort();
  shop = await RunningShop.start({ authlyBaseUrl: `http://127.0.0.1:${keysPort}` });
  const { stdout } = await run(process.execPath, [
    RUNNER,
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
    ...wholeOrPart([], ['--only', 'headers,merchant,signature,fields']),
  ]);
  const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; messages: string[] }[] };
  expect(checks.length).toBeGreaterThan(20);
  expect(checks.filter(({ status }) => status === 'failed' || status === 'warned')).toEqual([]);
});
