import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claim } from './app-side.ts';
import { CONSOLE, ConsoleSide } from './console-side.ts';
import { MerchantCalls } from './merchant-calls.ts';
import { PageSide } from './page-side.ts';
import { TestService } from './running-service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One that holds a millisecond before its end, and one that does not hold at its end. Some can be asked only once. */
type Pair = readonly [before: () => Promise<boolean>, at: () => Promise<boolean>];

describe('to the millisecond', () => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await TestService.start({ config: { console: CONSOLE } });
    shop = await MerchantCalls.of(service);
  });
  afterAll(() => service.stop());

  const both = (holds: () => Promise<boolean>): Pair => [holds, holds];
  const pairOf = async (make: () => Promise<() => Promise<boolean>>): Promise<Pair> => [await make(), await make()];

  it.each<[what: string, ms: number, begin: () => Promise<Pair>]>([
    [
      'a session is open for 10 minutes',
      10 * MINUTE,
      async () => {
        const id = await shop.newSession();
        return both(async () => (await (await shop.renew()).result(id)).json.status === 'created');
      },
    ],
    [
      'the page of a session is served for 10 minutes after its end',
      20 * MINUTE,
      async () => {
        const page = await PageSide.open(shop);
        return both(async () => (await page.session()).status === 200);
      },
    ],
    [
      'an Idempotency-Key is remembered for 24 hours',
      DAY,
      async () => {
        const create = async () => (await shop.renew()).enroll({}, { 'idempotency-key': 'edge' });
        await create();
        return both(async () => (await create()).headers['idempotent-replayed'] === 'true');
      },
    ],
    [
      'an access token is valid for 10 minutes',
      10 * MINUTE,
      async () => {
        const { token } = await shop.renew();
        return both(async () => (await service.get('/v1/sessions/ses_1/result', token)).status === 400);
      },
    ],
    [
      'a link to the app is valid for 30 s',
      30_000,
      () =>
        pairOf(async () => {
          const link = await (await PageSide.open(await shop.renew())).linkToken();
          return async () => (await claim(service, link)).status === 200;
        }),
    ],
    [
      'a claim whose reply was lost is repeated for 30 s',
      30_000,
      async () => {
        const link = await (await PageSide.open(await shop.renew())).linkToken();
        const again = async () => (await claim(service, link, 'a nonce of an app')).status === 200;
        await again();
        return both(again);
      },
    ],
    [
      'a link to the console signs in for 10 minutes',
      10 * MINUTE,
      () =>
        pairOf(async () => {
          const side = new ConsoleSide(service);
          const link = await side.link('read');
          return async () => (await side.login(link)).status === 200;
        }),
    ],
    [
      'an idle sign-in to the console ends after 30 minutes',
      30 * MINUTE,
      async () => {
        const side = await ConsoleSide.signedIn(service, 'read');
        return both(async () => (await side.call('keys list', {}, { 'authly-by-itself': '1' })).status === 200);
      },
    ],
  ])('%s', async (_what, ms, begin) => {
    const [before, at] = await begin();
    service.clock.move(ms - 1);
    expect(await before()).toBe(true);
    service.clock.move(1);
    expect(await at()).toBe(false);
  });
});
