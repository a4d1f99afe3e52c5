import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { LookupRequest } from '@authly/contract/bio/lookup';
import type { Finger } from '@authly/contract/fingers';
import { beforeAll, describe, expect, it } from 'vitest';
import { fingerprint } from '../src/capture/fingerprint.ts';
import { anyCapture, type AppSide } from './app-side.ts';
import { onBothStores } from './on-both-stores.ts';
import { PageSide } from './page-side.ts';
import { answering, SdkMerchant } from './sdk-merchant.ts';
import type { TestService } from './running-service.ts';

const USERS = ['user-1', 'user-2', 'user-3', 'user-4', 'user-5', 'user-6'];
const FINGERS: readonly Finger[] = ['RI', 'LM'];
const AT_ONCE = 12;

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
  /** What the app sends; absent: a capture that it sealed as it should. */
  readonly sent?: Sealed | ((app: AppSide) => Promise<Sealed>);
  /** What the merchant's changed database returns. */
  readonly found?: Sealed;
}

const flipped = (base64: string, at: number): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at % bytes.length]! ^= 1;
  return bytes.toString('base64');
};
/** The encapsulated key of one and the encrypted key of the other. */
const crossed = (one: string, other: string): string => {
  const [version, keyId, base64] = one.split('.') as [string, string, string];
  const [first, second] = [base64, other.split('.')[2]!].map((each) => Buffer.from(each, 'base64')) as [Buffer, Buffer];
  return [version, keyId, Buffer.concat([first.subarray(0, 65), second.subarray(65)]).toString('base64')].join('.');
};
const hash = (value: string): string => createHash('sha256').update(value).digest('base64');

/** The matcher says yes to all that opens: here sealing alone stands between a leaked database and a match. */
onBothStores((fixture) => {
  describe('whoever holds a merchant’s whole database, and every callback that was ever sent', () => {
    let service: TestService;
    let shop: SdkMerchant;
    let other: SdkMerchant;
    let leaked: Row[];
    /** Callback bodies by mode, as an app or a proxy could have recorded them. */
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
      leaked = recorded.enroll;
      return async () => {
        await shop.stop();
        await other.stop();
      };
    }, 120_000);

    const targets = (merchant: SdkMerchant): Target[] =>
      USERS.flatMap((user) => FINGERS.map((finger) => ({ merchant, user, finger })));
    const isOf = (row: Row, { merchant, user, finger }: Target): boolean =>
      row.merchant === merchant && row.user === user && row.finger === finger;
    const ofShop = (): Row[] => leaked.filter(({ merchant }) => merchant === shop);

    async function all<T, R>(list: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
      const results: R[] = [];
      for (let i = 0; i < list.length; i += AT_ONCE)
        results.push(...(await Promise.all(list.slice(i, i + AT_ONCE).map(work))));
      return results;
    }

    /** What one session comes to: `matched`, `enrolled` or its failure code. */
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
      if (sent === undefined && found === undefined) recorded[mode].push({ ...on, ...body });
      return json.failure_code ?? (json.result.matched === true ? 'matched' : 'enrolled');
    }

    /** None is opened, none is compared, and none ends as anything but template_invalid. */
    async function attacked(attacks: readonly Attack[]): Promise<number> {
      const before = compared;
      const ends = await all(attacks, run);
      expect(Object.groupBy(ends as string[], (end) => end)).toEqual({ template_invalid: ends });
      expect(compared).toBe(before);
      return ends.length;
    }

    it('a leaked template is no key: as it is, changed, or put together from several, it matches in 0 of at least 100 tries', {
      timeout: 120_000,
    }, async () => {
      expect([leaked.length, recorded.verify.length, compared]).toEqual([24, 24, 24]);
      const rows = ofShop();
      const attacks = rows.flatMap((row, i): Attack[] => {
        const next = rows[(i + 1) % rows.length]!;
        const sent: NonNullable<Attack['sent']>[] = [
          row,
          next,
          { ...row, features: flipped(row.features, 20 + i) },
          { ...row, features: next.features },
          { ...row, enc_key: next.enc_key },
          { ...row, enc_key: crossed(row.enc_key, next.enc_key) },
          { ...row, enc_key: hash(row.enc_key) },
          // A key of the attacker's own, sealed as it should be, beside the features that were leaked.
          async (app) => ({ ...(await app.sealed(anyCapture(row.finger))), features: row.features }),
          async (app) => ({ ...(await app.sealed(anyCapture(row.finger))), enc_key: row.enc_key }),
        ];
        return sent.map((each) => ({ on: row, sent: each }));
      });
      expect(await attacked(attacks)).toBeGreaterThanOrEqual(100);
    });

    it('nor at another merchant, nor after the user enrolled again, nor as the enrollment of anybody else: 0 of at least 100', {
      timeout: 120_000,
    }, async () => {
      const old = leaked.slice();
      await all(targets(shop), (on) => run({ on, mode: 'enroll' }));
      const probes = ofShop().flatMap((row): Attack[] => [
        { on: row, sent: old.find((each) => isOf(each, row))! },
        { on: { ...row, merchant: other }, sent: row },
      ]);
      // Who can write to the database puts an enrollment of their own in another's row, and shows their own finger.
      const exchanged = targets(shop).flatMap((on) =>
        old.filter((row) => !isOf(row, on)).map((found): Attack => ({ on, found })),
      );
      const isProbe = recorded.verify.filter(({ merchant }) => merchant === shop).slice(0, targets(shop).length);
      const ofTheOtherMode = isProbe.map((row): Attack => ({ on: row, found: row }));
      shop.instead = (req, res) =>
        void text(req).then((body) => {
          const { verification_session_id: id } = JSON.parse(body) as LookupRequest;
          const { features, enc_key } = swapped.get(id)!;
          return answering(200, { found: true, payload: { features, enc_key } })(req, res);
        });
      const tries = (await attacked(exchanged)) + (await attacked(ofTheOtherMode));
      shop.instead = undefined;
      expect(tries + (await attacked(probes))).toBeGreaterThanOrEqual(100);
    });

    it('a recorded callback works in no later session: 0 of at least 100', { timeout: 120_000 }, async () => {
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
      expect(await attacked(attacks)).toBeGreaterThanOrEqual(100);
    });

    it('and all the while the users themselves match', async () => {
      expect(new Set(await all(targets(shop), (on) => run({ on })))).toEqual(new Set(['matched']));
    });

    it('each try is counted as a verification attempt', async () => {
      const { merchants } = service.service.store;
      await merchants.update(shop.calls.merchantId, { attemptsPerHour: 10 });
      const row = ofShop()[0]!;
      const ends = [];
      for (let i = 0; i < 11; i++) ends.push(await run({ on: row, sent: row }));
      expect(ends).toEqual([...Array<string>(10).fill('template_invalid'), 'too_many_attempts']);
      expect(await run({ on: row })).toBe('too_many_attempts');
      service.clock.move(60 * 60_000);
      await shop.calls.renew();
      expect(await run({ on: row })).toBe('matched');
    });
  });
});
