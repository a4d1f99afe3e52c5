import { beforeAll, expect, it } from 'vitest';
import { AppSide } from '../../../test/app-side.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onBothStores } from '../../../test/on-stores.ts';
import { PageSide } from '../../../test/page-side.ts';
import type { TestService } from '../../../test/running-service.ts';

const MISMATCH = [409, 'number_mismatch'];
const FINALIZED = [409, 'session_finalized'];

onBothStores((fixture) => {
  let service: TestService;
  let other: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    other = await fixture.start({ clock: service.clock });
    shop = await MerchantCalls.of(service);
  });
  const joined = async (): Promise<{ page: PageSide; app: AppSide; number: string; wrong: string[] }> => {
    const page = await PageSide.open(await shop.renew());
    const app = await page.join('qr');
    const number = await page.number();
    const all = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'));
    return { page, app, number, wrong: all.filter((each) => each !== number) };
  };
  const end = async ({ sessionId }: PageSide): Promise<unknown[]> => {
    const { status, failure_code } = (await shop.result(sessionId)).json;
    return [status, failure_code];
  };

  it('200 {session_id, status, confirmed} for the number of the page, which the claim does not contain', async () => {
    const { page, app, number } = await joined();
    expect(app.joined).not.toHaveProperty('match_code');
    expect(number).toMatch(/^\d\d$/);
    const answer = await app.confirm(number);
    expect([answer.status, answer.headers['cache-control'], answer.json]).toEqual([
      200,
      'no-store',
      { session_id: page.sessionId, status: 'app_launched', confirmed: true },
    ]);
    expect((await app.session()).json.confirmed).toBe(true);
    expect((await page.session()).json).toMatchObject({ status: 'app_launched', confirmed: true });
  });

  it.each([0, 1])('the second wrong number fails the session as join_refused, also number %i again', async (second) => {
    const { page, app, number, wrong } = await joined();
    expect(codeOf(await app.confirm(wrong[0]))).toEqual(MISMATCH);
    expect(codeOf(await app.confirm(wrong[second]))).toEqual(MISMATCH);
    expect(await end(page)).toEqual(['failed', 'join_refused']);
    expect((await page.session()).json).toMatchObject({ status: 'failed', failure_code: 'join_refused' });
    for (const late of [await app.confirm(number), await app.callback({})]) expect(codeOf(late)).toEqual(FINALIZED);
  });

  it('of 99 wrong numbers at once, in two processes, two count; the right one after them is refused', async () => {
    const { page, app, number, wrong } = await joined();
    const elsewhere = new AppSide(other, app.joined);
    const answers = await Promise.all(wrong.map((each, i) => (i % 2 === 0 ? app : elsewhere).confirm(each)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
    expect((await app.confirm(number)).status).toBe(409);
    expect(await end(page)).toEqual(['failed', 'join_refused']);
    expect((await service.service.store.sessions.find(page.sessionId))!.join).toMatchObject({ wrongNumbers: 2 });
  });

  it('a relay: a page cannot confirm for the phone', async () => {
    const { page, app, number } = await joined();
    expect(codeOf(await service.post('/hosted/v1/confirm', page.token, { number }))).toEqual([404, 'not_found']);
    expect(codeOf(await app.callback({}))).toEqual([409, 'not_confirmed']);
  });

  it.each([undefined, 42, '', '4', '042', '4 2', 'ab', '٤٢'])(
    '400 for the number %j, which does not count',
    async (number) => {
      const { app, wrong } = await joined();
      for (let i = 0; i < 3; i++) expect(codeOf(await app.confirm(number))).toEqual([400, 'invalid_request']);
      expect(codeOf(await app.confirm(wrong[0]))).toEqual(MISMATCH);
      expect((await app.session()).json.status).toBe('app_launched');
    },
  );

  it('a concurrent cancel wins, and nothing is sent for a canceled session', async () => {
    const { page, app, number } = await joined();
    const [, canceled] = await Promise.all([app.confirm(number), page.cancel()]);
    expect(canceled.status).toBe(200);
    expect((await app.session()).json.status).toBe('canceled');
    expect(codeOf(await app.callback({}))).toEqual(FINALIZED);
  });
});
