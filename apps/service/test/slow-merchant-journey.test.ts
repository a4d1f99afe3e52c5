import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyCapture } from './app-side.ts';
import { cpuMsOf } from './cpu-time.ts';
import { PageSide } from './page-side.ts';
import { TestService } from './running-service.ts';
import { SdkMerchant } from './sdk-merchant.ts';

const PENDING = 36;

let service: TestService;
let quick: SdkMerchant;
let slow: SdkMerchant;
const held: ServerResponse[] = [];

beforeAll(async () => {
  service = await TestService.start();
  quick = await SdkMerchant.start(service);
  // All are of one user, so there is no limit of attempts.
  slow = await SdkMerchant.start(service, { bioRetries: 0, attemptsPerHour: 0 });
  slow.instead = (req, res) => {
    req.resume();
    held.push(res);
  };
});
afterAll(async () => {
  await Promise.all([quick.stop(), slow.stop()]);
  await service.stop();
});

/** Ends at the lookup: nothing is enrolled or compared. */
async function failureCode({ calls }: SdkMerchant): Promise<string> {
  const page = await PageSide.open(calls, {}, 'verify');
  await (await page.join()).callback(anyCapture());
  return (await calls.result(page.sessionId)).json.failure_code as string;
}

/** One after the other. A session that waited for pending ones would not end. */
async function medianMs(count: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++)
    times.push(await cpuMsOf(async () => expect(await failureCode(quick)).toBe('enrollment_not_found')));
  return times.sort((a, b) => a - b)[count >> 1]!;
}

it('sessions of other merchants are not delayed by those of a merchant that hangs', async () => {
  await medianMs(5);
  const usual = await medianMs(11);
  const pending = Array.from({ length: PENDING }, () => failureCode(slow));
  await expect.poll(() => held.length).toBe(32);
  const meanwhile = await medianMs(11);
  expect(meanwhile).toBeLessThan(usual * 3 + 20);
  expect(held).toHaveLength(32);
  // The calls with a connection end, and the waiting ones follow.
  slow.instead = (req, res) => void req.resume().on('end', () => res.destroy());
  for (const res of held) res.destroy();
  expect(new Set(await Promise.all(pending))).toEqual(new Set(['merchant_bio_unavailable']));
});
