import { Client, type QueryConfig } from 'pg';
import { expect, it, vi } from 'vitest';
import { migratedDatabase } from '../../../test/migrated-database.ts';
import SAMPLES from '@authly/contract/sample-records.json' with { type: 'json' };
import { captured } from './app-side.ts';
import { PageSide } from './page-side.ts';
import { TestService } from './running-service.ts';
import { SdkMerchant } from './sdk-merchant.ts';

/** Sent together every 50 ms, for all sessions. `setting`: the sandbox's switch for a Bio API that is down. */
const NOT_OF_A_SESSION = /pg_notify|SELECT value FROM settings/;
const WRITES = /INSERT|UPDATE|DELETE/;

it('a session on Postgres takes 12 statements and 7 commits to enroll, 16 and 8 to verify', async () => {
  const database = await migratedDatabase();
  const service = await TestService.start({ databaseUrl: database.url });
  const merchant = await SdkMerchant.start(service);
  const user = { merchant_user_ref: 'user-1' };
  async function whole(mode: 'enroll' | 'verify'): Promise<void> {
    const page = await PageSide.open(merchant.calls, { ...user, payload: { finger: 'RI' } }, mode);
    const app = await page.join();
    const record = mode === 'enroll' ? SAMPLES.enrollment_base64 : SAMPLES.probe_base64;
    expect((await app.callback(captured(Buffer.from(record, 'base64')))).json.status).toBe('succeeded');
    await merchant.calls.result(page.sessionId, new URLSearchParams(user).toString());
  }
  const query = vi.spyOn(Client.prototype, 'query');
  const counted = (): object => {
    const calls = query.mock.calls as unknown as [QueryConfig | string][];
    const texts = calls.map(([each]) => (typeof each === 'string' ? each : each.text));
    const own = texts.filter((text) => !NOT_OF_A_SESSION.test(text));
    return { statements: own.length, commits: own.filter((text) => WRITES.test(text)).length };
  };
  // Reads client, merchant and keys.
  await whole('enroll');
  query.mockClear();
  await whole('enroll');
  expect(counted()).toEqual({ statements: 12, commits: 7 });
  await whole('verify');
  query.mockClear();
  await whole('verify');
  // The attempt of a match is taken back after the response.
  await expect.poll(counted).toEqual({ statements: 16, commits: 8 });
  query.mockRestore();
  await merchant.stop();
  await service.stop();
  await database.drop();
});
