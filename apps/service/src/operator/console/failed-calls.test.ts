import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONSOLE, ConsoleSide } from '../../../test/console-side.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { TestService, type TestAnswer } from '../../../test/running-service.ts';

describe('failed calls', () => {
  let service: TestService;
  let admin: ConsoleSide;
  beforeEach(async () => {
    service = await TestService.start({ config: { console: CONSOLE } });
    admin = await ConsoleSide.signedIn(service, 'admin');
  });
  afterEach(() => service.stop());

  /** The failed calls of a merchant, once this one is kept. */
  const failedCalls = async (answer: TestAnswer, merchant_id: string, filter: object = {}) => {
    const id = String(answer.headers['x-request-id']);
    const { failedRequests } = service.service.store;
    await expect.poll(async () => (service.clock.move(1000), failedRequests.find(id))).toBeDefined();
    return (await admin.call('failed calls', { merchant_id, ...filter })).json as Record<string, unknown>[];
  };

  it('a failed call names its refused field and session, and a session its creation and its failed calls', async () => {
    const calls = await MerchantCalls.of(service, { id: 'mch_kiosk' });
    const created = await calls.verify();
    const session_id = created.json.session_id as string;
    const refused = await calls.verify({ merchant_user_ref: 'secret-ref', payload: { finger: 'secret-finger' } });
    const rejected = await calls.cancel(session_id, { merchant_user_ref: 'secret-ref' });
    const kept = await failedCalls(rejected, 'mch_kiosk');
    expect(kept.map(({ code, field, session_id }) => [code, field, session_id])).toEqual([
      ['merchant_user_ref_mismatch', null, session_id],
      ['invalid_request', 'payload.finger', null],
    ]);
    expect(JSON.stringify(kept)).not.toContain('secret');
    const byCode = await failedCalls(rejected, 'mch_kiosk', { code: 'invalid_request' });
    expect(byCode.map(({ request_id }) => request_id)).toEqual([refused.headers['x-request-id']]);
    expect(await failedCalls(rejected, 'mch_kiosk', { client_id: 'nobody' })).toEqual([]);
    expect(codeOf(await admin.call('failed calls', { merchant_id: 'nobody' }))).toEqual([404, 'not_found']);

    const { fields, failedCalls: ofSession } = (await admin.call('session details', { session_id })).json;
    expect(fields.request_id).toBe(created.headers['x-request-id']);
    expect(ofSession).toEqual([kept[0]]);
    expect((await admin.call('find', { q: fields.request_id })).json).toMatchObject({
      failedCall: null,
      sessions: [{ session_id }],
    });
  });

  it('neither callers without a token, nor users of a merchant, nor another merchant fill the kept calls', async () => {
    const { failedRequests } = service.service.store;
    const refused = (calls: () => Promise<TestAnswer>, count: number): Promise<TestAnswer[]> =>
      Promise.all(Array.from({ length: count }, calls));
    const [shop, other] = [await MerchantCalls.of(service), await MerchantCalls.of(service, { id: 'mch_other' })];
    const { json } = await other.enroll();
    const hosted = String(json.popup_url).split('#token=')[1]!;
    const sent = [
      await refused(() => service.get('/v1/sessions/nobody/result', 'forged'), 30),
      await refused(() => shop.cancel('nobody'), 110),
      await refused(() => service.post('/hosted/v1/cancel', hosted, 'no JSON'), 50),
      await refused(() => other.cancel('nobody'), 10),
    ];
    await failedCalls(sent[3]!.at(-1)!, 'mch_other');
    const isKept = async ({ headers }: TestAnswer) => await failedRequests.find(String(headers['x-request-id']));
    const kept = await Promise.all(sent.map((each) => Promise.all(each.map(isKept))));
    expect(kept.map((each) => each.filter((request) => request !== undefined).length)).toEqual([10, 100, 40, 10]);
    const metrics = await (await fetch(`http://127.0.0.1:${service.service.ports.ops}/metrics`)).text();
    expect(metrics).toContain('authly_limit_refusals_total{limit="failed_requests",share="users"} 10');
  });
});
