import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { LookupRequest } from '@authly/contract/captures/lookup';
import type { StoreRequest } from '@authly/contract/captures/store';
import type { Finger } from '@authly/contract/wire/fingers';
import { beforeAll, describe, expect, it } from 'vitest';
import { allOrSome } from '../../../test/kind.ts';
import { fingerprint } from '../src/capture/fingerprint.ts';
import { anyCapture, type AppSide } from './app-side.ts';
import { onOneStore } from './on-stores.ts';
import { PageSide } from './page-side.ts';
import { answering, SdkMerchant } from './sdk-merchant.ts';
import type { TestService } from './running-service.ts';

const USERS = ['user-1', 'user-2', ...allOrSome(['user-3', 'user-4', 'user-5', 'user-6'], [])];
const FINGERS: readonly Finger[] = ['RI', 'LM'];
const AT_ONCE = 12;
/** The smallest number of attacks. */
const ATTACKS = allOrSome(100, 30);

interface Sealed {
  readonly finger: Finger;
  readonly features: string;
  readonly enc_key: string;
}
/** A row of the merchant's database. */
interface Row extends Sealed {
  readonly user: string;
  readonly merchant: SdkMerchant;
}
type Mode = 'enroll' | 'verify';
type Target = Pick<Row, 'merchant' | 'user' | 'finger'>;
interface Attack {
  readonly on: Target;
  readonly mode?: Mode;
  /** Sent by the app; absent: a correctly sealed capture. */
  readonly sent?: Sealed | ((app: AppSide) => Promise<Sealed>);
  /** The response of the merchant's modified database. */
  readonly found?: Sealed;
}

const flipped = (base64: string, at: number): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at % bytes.length]! ^= 1;
  return bytes.toString('base64');
};
/** The encapsulated key of one enrollment and the encrypted key of another. */
const crossed = (one: string, other: string): string => {
  const [version, keyId, base64] = one.split('.') as [string, string, string];
  const [first, second] = [base64, other.split('.')[2]!].map((each) => Buffer.from(each, 'base64')) as [Buffer, Buffer];
  return [version, keyId, Buffer.concat([first.subarray(0, 65), second.subarray(65)]).toString('base64')].join('.');
};
const hash = (value: string): string => createHash('sha256').update(value).digest('base64');

/** The matcher accepts everything that opens, so that only sealing prevents a match. */
onOneStore((fixture) => {
  describe('an attacker with a merchant’s database and all recorded callbacks', () => {
    let service: TestService;
    let shop: SdkMerchant;
    let other: SdkMerchant;
    /** As the merchants store them: with the service's mark. */
    const leaked: Row[] = [];
    /** Callback bodies by mode, as an attacker could have recorded them. */
    const recorded: Record<Mode, Row[]> = { enroll: [], verify: [] };
    const swapped = new Map<string, Sealed>();
    let compared = 0;

    beforeAll(async () => {
      const matcher = {
        warm: async () => {},
        inspect: async () => ({ fit: true }) as const,
        compare: async () => (compared++, { matched: true }),
        close: async () => {},
      };
      service = await fixture.start({
        biometricTypes: { fingerprint: { ...fingerprint, createMatcher: () => matcher } },
      });
      shop = await SdkMerchant.start(service, { attemptsPerHour: 0 });
      other = await SdkMerchant.start(service, { attemptsPerHour: 0 });
      for (const merchant of [shop, other]) {
        await all(targets(merchant), (on) => run({ on, mode: 'enroll' }));
        await all(targets(merchant), (on) => run({ on }));
      }
      return async () => {
        await shop.stop();
        await other.stop();
      };
    }, 120_000);

    const targets = (merchant: SdkMerchant): Target[] =>
      USERS.flatMap((user) => FINGERS.map((finger) => ({ merchant, user, finger })));
    const isOf = (row: Row, { merchant, user, finger }: Target): boolean =>
      row.merchant === merchant && row.user === user && row.finger === finger;
    const ofShop = (rows = recorded.enroll): Row[] => rows.filter(({ merchant }) => merchant === shop);

    async function all<T, R>(list: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
      const results: R[] = [];
      for (let i = 0; i < list.length; i += AT_ONCE)
        results.push(...(await Promise.all(list.slice(i, i + AT_ONCE).map(work))));
      return results;
    }

    /** The outcome of one session: `matched`, `not matched` or its failure code. */
    async function run({ on, mode = 'verify', sent, found }: Attack): Promise<unknown> {
      const { calls } = on.merchant;
      const page = await PageSide.open(calls, { merchant_user_ref: on.user, payload: { finger: on.finger } }, mode);
      if (found !== undefined) swapped.set(page.sessionId, found);
      const app = await page.join();
      const seed = USERS.indexOf(on.user) + 1;
      const honest = () => app.sealed(anyCapture(on.finger, mode === 'enroll' ? seed : seed + 100));
      const body = await (typeof sent === 'function' ? sent(app) : (sent ?? honest()));
      await app.callback({ finger: on.finger, features: body.features, enc_key: body.enc_key });
      const { json } = await calls.result(page.sessionId, `merchant_user_ref=${on.user}`);
      if (sent === undefined && found === undefined) {
        recorded[mode].push({ ...on, ...body });
        if (mode === 'enroll') leaked.push({ ...on, ...storedBy(on.merchant, page.sessionId) });
      }
      return json.failure_code ?? (json.result.matched === true ? 'matched' : 'enrolled');
    }

    const storedBy = ({ bodies }: SdkMerchant, sessionId: string): Sealed =>
      bodies
        .map((body) => JSON.parse(body.toString()) as Partial<StoreRequest>)
        .find(({ enrollment_session_id: id }) => id === sessionId)!.payload as Sealed;

    /** Attacks whose lookups get the rows that the attacker wrote. */
    async function writing(attacks: readonly Attack[]): Promise<number> {
      shop.instead = (req, res) =>
        void text(req).then((body) => {
          const { verification_session_id: id } = JSON.parse(body) as LookupRequest;
          const { features, enc_key } = swapped.get(id)!;
          return answering(200, { found: true, payload: { features, enc_key } })(req, res);
        });
      return attacked(attacks).finally(() => (shop.instead = undefined));
    }

    /** No session opens or compares a template, and all end as template_invalid. */
    async function attacked(attacks: readonly Attack[]): Promise<number> {
      const before = compared;
      const ends = await all(attacks, run);
      expect(Object.groupBy(ends as string[], (end) => end)).toEqual({ template_invalid: ends });
      expect(compared).toBe(before);
      return ends.length;
    }

    it(`a leaked template, unchanged, modified or combined, matches in 0 of at least ${ATTACKS} attempts`, {
      timeout: 120_000,
    }, async () => {
      const sessions = 2 * targets(shop).length;
      expect([leaked.length, recorded.verify.length, compared]).toEqual([sessions, sessions, sessions]);
      const rows = ofShop();
      const attacks = rows.flatMap((row, i): Attack[] => {
        const next = rows[(i + 1) % rows.length]!;
        const sent: NonNullable<Attack['sent']>[] = [
          row,
          next,
          ofShop(leaked).find((each) => isOf(each, row))!,
          { ...row, features: flipped(row.features, 20 + i) },
          { ...row, features: next.features },
          { ...row, enc_key: next.enc_key },
          { ...row, enc_key: crossed(row.enc_key, next.enc_key) },
          { ...row, enc_key: hash(row.enc_key) },
          // The attacker's own key, correctly sealed, with the leaked features.
          async (app) => ({ ...(await app.sealed(anyCapture(row.finger))), features: row.features }),
          async (app) => ({ ...(await app.sealed(anyCapture(row.finger))), enc_key: row.enc_key }),
        ];
        return sent.map((each) => ({ on: row, sent: each }));
      });
      expect(await attacked(attacks)).toBeGreaterThanOrEqual(ATTACKS);
    });

    it(`at another merchant, after a new enrollment, or as another user’s enrollment it matches in 0 of at least ${ATTACKS} attempts`, {
      timeout: 120_000,
    }, async () => {
      const old = recorded.enroll.slice();
      await all(targets(shop), (on) => run({ on, mode: 'enroll' }));
      const probes = ofShop().flatMap((row): Attack[] => [
        { on: row, sent: old.find((each) => isOf(each, row))! },
        { on: { ...row, merchant: other }, sent: row },
      ]);
      // An attacker with write access puts their own enrollment into another user's row.
      const exchanged = targets(shop).flatMap((on) =>
        leaked.filter((row) => !isOf(row, on)).map((found): Attack => ({ on, found })),
      );
      const isProbe = recorded.verify.filter(({ merchant }) => merchant === shop).slice(0, targets(shop).length);
      const ofTheOtherMode = isProbe.map((row): Attack => ({ on: row, found: row }));
      const tries = await writing([...exchanged, ...ofTheOtherMode]);
      expect(tries + (await attacked(probes))).toBeGreaterThanOrEqual(ATTACKS);
    });

    it(`planted in the database by someone who knows a context, a template matches in 0 of at least ${ATTACKS} attempts`, {
      timeout: 120_000,
    }, async () => {
      const attacks = await all(targets(shop), async (on): Promise<Attack[]> => {
        // The attacker joined an enrollment of the victim once, and seals their own finger for its context.
        const app = await (await PageSide.open(shop.calls, { merchant_user_ref: on.user })).join();
        const planted = await app.sealed(anyCapture(on.finger, 999));
        const own = leaked.findLast((row) => isOf(row, on))!;
        const [unmarked, mark] = [own.enc_key.slice(0, -44), own.enc_key.slice(-44)];
        const others = leaked.filter((row) => row !== own).slice(0, 4);
        const keys = [
          planted.enc_key,
          ...['', '.', `.${'A'.repeat(43)}`, mark, `${mark}.`, `.${mark}`].map((end) => planted.enc_key + end),
          ...others.map(({ enc_key }) => planted.enc_key + enc_key.slice(-44)),
        ];
        return [
          ...keys.map((enc_key) => ({ ...planted, enc_key })),
          { ...own, features: planted.features },
          ...[unmarked, unmarked + mark.toLowerCase(), `${own.enc_key}=`].map((enc_key) => ({ ...own, enc_key })),
        ].map((found) => ({ on, found }));
      });
      expect(await writing(attacks.flat())).toBeGreaterThanOrEqual(ATTACKS);
    });

    it(`a recorded callback matches in 0 of at least ${ATTACKS} later sessions`, { timeout: 120_000 }, async () => {
      const probes = recorded.verify.slice();
      const again = (mode: Mode, on: (row: Row) => Target) => (row: Row) => ({ on: on(row), mode, sent: row });
      const same = (row: Row): Target => row;
      const elsewhere = (row: Row): Target => ({ ...row, merchant: row.merchant === shop ? other : shop });
      const otherUser = (row: Row): Target => ({ ...row, user: `${row.user}0` });
      const attacks = [
        ...[1, 2, 3].flatMap(() => probes.map(again('verify', same))),
        ...probes.map(again('enroll', same)),
        ...probes.map(again('verify', elsewhere)),
        ...probes.map(again('verify', otherUser)),
        ...recorded.enroll.map(again('verify', same)),
        ...recorded.enroll.map(again('enroll', elsewhere)),
        ...recorded.enroll.map(again('enroll', otherUser)),
      ];
      expect(await attacked(attacks)).toBeGreaterThanOrEqual(ATTACKS);
    });

    it('the users themselves still match', async () => {
      expect(new Set(await all(targets(shop), (on) => run({ on })))).toEqual(new Set(['matched']));
    });

    it('none counts as a verification attempt, so an attacker without the finger locks no user out', async () => {
      const { merchants } = service.service.store;
      await merchants.update(shop.calls.merchantId, { attemptsPerHour: 1 });
      service.clock.move(1000);
      const row = ofShop()[0]!;
      for (let i = 0; i < 3; i++) expect(await run({ on: row, sent: row })).toBe('template_invalid');
      expect(await run({ on: row })).toBe('matched');
    });
  });
});
