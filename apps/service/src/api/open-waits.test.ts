import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf, MerchantCalls } from '../../test/merchant-calls.ts';
import { PageSide } from '../../test/page-side.ts';
import { TestService, type TestAnswer } from '../../test/running-service.ts';
import { capacityOf } from '../http/limits/capacity.ts';
import { OpenWaits } from './open-waits.ts';

let service: TestService;
let shop: MerchantCalls;
beforeAll(async () => {
  service = await TestService.start();
  shop = await MerchantCalls.of(service);
  return () => service.stop();
});

const refused = (answer: TestAnswer): unknown[] => [...codeOf(answer), answer.headers['retry-after']];

async function eight(send: () => Promise<TestAnswer>): Promise<Promise<TestAnswer>[]> {
  const answers = Array.from({ length: 8 }, send);
  await expect.poll(() => service.open('long_polls')).toBe(8);
  return answers;
}

describe('one session', () => {
  it('eight long polls of its result wait, a ninth is 429 rate_limited with Retry-After', async () => {
    const id = await shop.newSession();
    const poll = (): Promise<TestAnswer> => shop.result(id, 'merchant_user_ref=user-1&wait=25');
    const answers = await eight(poll);
    expect(refused(await poll())).toEqual([429, 'rate_limited', '5']);
    // Without a wait it is answered.
    expect((await shop.result(id)).status).toBe(200);
    service.clock.move(25_000);
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
    const again = await eight(poll);
    service.clock.move(25_000);
    await Promise.all(again);
  });

  it('eight event streams of its page likewise; after one ends another is accepted', async () => {
    const page = await PageSide.open(shop);
    const streams = await Promise.all(Array.from({ length: 8 }, () => page.events()));
    expect(streams.map(({ answer }) => answer.status)).toEqual(Array(8).fill(200));
    const ninth = await page.events();
    expect([ninth.answer.status, ninth.answer.headers.get('retry-after')]).toEqual([429, '5']);
    await ninth.leave();
    // Another session is not affected.
    const other = await (await PageSide.open(shop)).events();
    expect(other.answer.status).toBe(200);
    await streams[0]!.leave();
    await expect
      .poll(async () => {
        const next = await page.events();
        if (next.answer.status === 200) streams.push(next);
        else await next.leave();
        return next.answer.status;
      })
      .toBe(200);
    for (const stream of [other, ...streams]) await stream.leave();
  });
});

it('behind a trusted proxy waits count by the forwarded address', async () => {
  await using cleanup = new AsyncDisposableStack();
  const behind = await TestService.start({ config: { trustedProxies: ['127.0.0.1'], maxConnections: 16 } });
  cleanup.defer(() => behind.stop());
  const [one, other] = [await MerchantCalls.of(behind), await MerchantCalls.of(behind)];
  const poll = async (caller: MerchantCalls, address: string): Promise<TestAnswer> => {
    const path = `/v1/sessions/${await caller.newSession()}/result?merchant_user_ref=user-1&wait=25`;
    return behind.request(path, { headers: { authorization: `Bearer ${caller.token}`, 'x-forwarded-for': address } });
  };
  const waiting = Array.from({ length: 4 }, () => poll(one, '203.0.113.1'));
  await expect.poll(() => behind.open('long_polls')).toBe(4);
  expect(refused(await poll(other, '203.0.113.1'))).toEqual([429, 'rate_limited', '5']);
  waiting.push(poll(other, '203.0.113.2'));
  await expect.poll(() => behind.open('long_polls')).toBe(5);
  behind.clock.move(25_000);
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(5).fill(200));
});

describe('all waiting calls', () => {
  let sessions = 0;
  const begun: (() => void)[] = [];
  const begin = (
    waits: OpenWaits,
    merchantId: string,
    address: string,
    kind: 'result polls' | 'app polls' | 'streams' = 'result polls',
  ): string => {
    try {
      begun.push(waits.begin(kind, { id: `ses_${++sessions}`, merchantId }, { address }));
      return 'waits';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  const LIMITS = { session: 8, users: 2, merchant: 2, address: 3, network: 3, polls: 4, all: 4 } as const;

  it('429 above the limit of a merchant or an address, 503 above the total; ended waits do not count', () => {
    const refused: string[] = [];
    const waits = new OpenWaits(LIMITS, (share) => refused.push(share));
    expect(begin(waits, 'a', '10.0.0.1')).toBe('waits');
    expect(begin(waits, 'a', '10.0.0.1')).toBe('waits');
    expect(begin(waits, 'a', '10.0.0.2')).toBe('rate_limited');
    expect(begin(waits, 'b', '10.0.0.1')).toBe('waits');
    expect(begin(waits, 'c', '10.0.0.1')).toBe('rate_limited');
    expect(begin(waits, 'c', '10.0.0.2')).toBe('waits');
    expect(begin(waits, 'd', '10.0.0.3')).toBe('unavailable');
    expect(waits.total).toBe(4);
    begun[0]!();
    expect([begin(waits, 'a', '10.0.0.3'), waits.total]).toEqual(['waits', 4]);
    expect(refused).toEqual(['merchant', 'address', 'polls']);
  });

  it('a third is kept for hosted pages: with as many long polls as there may be, a page is accepted', () => {
    const waits = new OpenWaits(capacityOf(16, Infinity).waits);
    const polls = Array.from({ length: 9 }, (_, i) => begin(waits, `m_${i}`, `10.0.0.${i}`));
    expect(polls).toEqual([...Array<string>(8).fill('waits'), 'unavailable']);
    const pages = Array.from({ length: 5 }, (_, i) => begin(waits, `m_${i}`, `10.0.0.${i}`, 'streams'));
    expect(pages).toEqual([...Array<string>(4).fill('waits'), 'unavailable']);
  });

  it('one merchant takes half, by polls and pages together; another has its polls and its pages', () => {
    const waits = new OpenWaits(capacityOf(400, Infinity).waits);
    const many = (merchantId: string, kind: 'result polls' | 'streams', count: number): Set<string> =>
      new Set(Array.from({ length: count }, (_, i) => begin(waits, merchantId, `10.0.0.${i % 3}`, kind)));
    expect(many('greedy', 'result polls', 100)).toEqual(new Set(['waits']));
    expect(many('greedy', 'streams', 50)).toEqual(new Set(['waits']));
    expect([...many('greedy', 'result polls', 75), ...many('greedy', 'streams', 75)]).toEqual([
      'rate_limited',
      'rate_limited',
    ]);
    expect([...many('other', 'result polls', 10), ...many('other', 'streams', 10)]).toEqual(['waits', 'waits']);
  });

  it('the users of a merchant take half of its share: its result polls wait', () => {
    const waits = new OpenWaits(capacityOf(400, Infinity).waits);
    const many = (kind: 'result polls' | 'app polls' | 'streams', count: number): string[] =>
      Array.from({ length: count }, (_, i) => begin(waits, 'shop', `10.0.0.${i % 3}`, kind));
    const users = [...many('streams', 60), ...many('app polls', 60)];
    expect(users).toEqual([...Array<string>(75).fill('waits'), ...Array<string>(45).fill('rate_limited')]);
    expect(many('result polls', 75)).toEqual(Array<string>(75).fill('waits'));
  });
});
