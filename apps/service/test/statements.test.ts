import { Client, type QueryConfig } from 'pg';
import { expect, it, vi } from 'vitest';
import { migratedDatabase } from '../../../test/migrated-database.ts';
import SAMPLES from '@authly/contract/sample-records.json' with { type: 'json' };
import { captured } from './app-side.ts';
import { PageSide } from './page-side.ts';
import { TestService } from './running-service.ts';
import { SdkMerchant } from './sdk-merchant.ts';

/**
 * Of every connection, or sent together for all sessions: changes every 100 ms, and a look for webhook events every 50 ms. `settings`: the
 * sandbox's switch for a Bio API that is down.
 */
const NOT_OF_A_SESSION = /pg_walfile_name|pg_notify|WITH RECURSIVE\s+waiting|SELECT value FROM settings/;
const WRITES = /INSERT|UPDATE|DELETE|count_attempt/;

it('a session on Postgres takes 11 statements and 6 commits to enroll, 13 and 8 to verify', async () => {
  const database = await migratedDatabase();
  const service = await TestService.start({ databaseUrl: database.url });
  const merchant = await SdkMerchant.start(service);
  const user = { merchant_user_ref: 'user-1' };
  using query = vi.spyOn(Client.prototype, 'query');
  const texts = (): readonly string[] =>
    (query.mock.calls as unknown as [QueryConfig | string][])
      .filter((_, call) => `/${(query.mock.contexts[call] as Client).database}` === new URL(database.url).pathname)
      .map(([each]) => (typeof each === 'string' ? each : each.text))
      .filter((text) => !NOT_OF_A_SESSION.test(text));
  let before: readonly string[] = [];
  /** The last statements follow the response. One more than expected would be counted with the next session. */
  async function expectCost(mode: 'enroll' | 'verify', cost: { statements: number; commits: number }): Promise<void> {
    const page = await PageSide.open(merchant.calls, { ...user, payload: { finger: 'RI' } }, mode);
    const app = await page.join();
    const record = mode === 'enroll' ? SAMPLES.enrollment_base64 : SAMPLES.probe_base64;
    expect((await app.callback(captured(Buffer.from(record, 'base64')))).json.status).toBe('succeeded');
    await merchant.calls.result(page.sessionId, new URLSearchParams(user).toString());
    const spent = (): readonly string[] => texts().slice(before.length);
    await expect
      .poll(() => ({ statements: spent().length, commits: spent().filter((text) => WRITES.test(text)).length }))
      .toEqual(cost);
    before = texts();
  }
  // The first enrollment also reads the merchant and stores which key the merchant accepts.
  await expectCost('enroll', { statements: 13, commits: 7 });
  await expectCost('enroll', { statements: 11, commits: 6 });
  // The first verification also stores when the sealing key was used.
  await expectCost('verify', { statements: 14, commits: 9 });
  await expectCost('verify', { statements: 13, commits: 8 });
  await merchant.stop();
  await service.stop();
  expect(texts().slice(before.length)).not.toContainEqual(expect.stringMatching(/ (sessions|attempts|bio_attempts) /));
  await database.drop();
});
