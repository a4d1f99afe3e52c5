import { text } from 'node:stream/consumers';
import type { LookupRequest } from '@authly/contract/captures/lookup';
import type { Finger } from '@authly/contract/wire/fingers';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyCapture, sealedEnrollment, type AppSide, type Capture } from '../../test/app-side.ts';
import { onOneStore } from '../../test/on-stores.ts';
import { PageSide } from '../../test/page-side.ts';
import type { TestService, TestServiceOptions } from '../../test/running-service.ts';
import { answering, SdkMerchant } from '../../test/sdk-merchant.ts';
import { StoreUnavailableError } from '../storage/port/store.ts';
import { fingerprint } from './fingerprint.ts';
import type { MatchResult } from './matcher.ts';

const HOUR_MS = 3_600_000;
const NO: MatchResult = { matched: false };

onOneStore((fixture) => {
  let service: TestService;
  let merchant: SdkMerchant;
  let otherMerchant: SdkMerchant;
  /** The result of the next comparison, and the number of comparisons. */
  let answer: () => MatchResult | Promise<MatchResult>;
  let compared: number;
  const options: TestServiceOptions = {
    biometricTypes: {
      fingerprint: {
        ...fingerprint,
        createMatcher: () => ({
          warm: async () => {},
          inspect: async () => ({ fit: true }),
          compare: async () => (compared++, answer()),
          close: async () => {},
        }),
      },
    },
  };

  /** The stored templates by user and finger. */
  const stored = new Map<string, ReturnType<typeof sealedEnrollment>>();
  /** Has an enrollment of every finger, sealed for this user. */
  const found =
    (sealedFor: (userRef: string) => string): SdkMerchant['instead'] =>
    (req, res) =>
      void text(req).then(async (body) => {
        const { merchant_id, merchant_user_ref, payload } = JSON.parse(body) as LookupRequest;
        const of = { merchantId: merchant_id, merchantUserRef: sealedFor(merchant_user_ref) };
        const key = JSON.stringify([of, payload]);
        if (!stored.has(key)) stored.set(key, sealedEnrollment(service, of, anyCapture(payload.finger, 2)));
        const { features, enc_key } = (await stored.get(key))!;
        return answering(200, { found: true, payload: { features, enc_key } })(req, res);
      });
  const FOUND = found((userRef) => userRef);

  beforeAll(async () => {
    service = await fixture.start(options);
    merchant = await SdkMerchant.start(service, { sessionLifetimeS: 1800 });
    otherMerchant = await SdkMerchant.start(service);
    return () => Promise.all([merchant.stop(), otherMerchant.stop()]);
  });
  let users = 0;
  let user: string;
  beforeEach(() => {
    user = `user-${++users}`;
    compared = 0;
    answer = () => NO;
    merchant.instead = otherMerchant.instead = FOUND;
  });

  async function withLimit(attemptsPerHour: number, of = merchant): Promise<void> {
    await service.service.store.merchants.update(of.calls.merchantId, { attemptsPerHour });
    // Processes read a merchant once a second.
    service.clock.move(1000);
  }

  /** Whether the verification matched, or its failure code. */
  async function verified(
    more: {
      capture?: Capture;
      features?: string;
      finger?: Finger;
      of?: SdkMerchant;
      on?: TestService;
      ref?: string;
    } = {},
  ): Promise<unknown> {
    const { finger = 'RI', of = merchant, on = service, ref = user } = more;
    const body = { merchant_user_ref: ref, payload: { finger } };
    const page = await PageSide.open(of.calls, body, 'verify');
    const app = await page.join();
    const sealed = await app.sealed(more.capture ?? anyCapture(finger));
    const sent = { ...sealed, ...(more.features && { features: more.features }) };
    await on.post(`/app/v1/sessions/${page.sessionId}/callback`, app.token, sent);
    const { json } = await of.calls.result(page.sessionId, `merchant_user_ref=${ref}`);
    return json.failure_code ?? json.result.matched;
  }
  /** An app that has joined a verification. */
  const joined = async (): Promise<AppSide> =>
    (await PageSide.open(merchant.calls, { merchant_user_ref: user, payload: { finger: 'RI' } }, 'verify')).join();
  /** A verification whose attempt does not count: it is taken back after the response. */
  async function uncounted(): Promise<unknown> {
    using takeBack = vi.spyOn(service.service.store.attempts, 'takeBack');
    const said = await verified();
    await expect.poll(() => takeBack.mock.settledResults).toMatchObject([{ type: 'fulfilled' }]);
    return said;
  }
  const times = async (count: number, what: () => Promise<unknown>): Promise<unknown[]> => {
    const said = [];
    for (let i = 0; i < count; i++) said.push(await what());
    return said;
  };

  describe('ten verifications that did not match within an hour', () => {
    it('end the next one as too_many_attempts, without a comparison, until the hour has passed', async () => {
      await withLimit(10);
      expect(new Set(await times(10, verified))).toEqual(new Set([false]));
      answer = () => ({ matched: true });
      expect(await times(2, verified)).toEqual(['too_many_attempts', 'too_many_attempts']);
      expect(compared).toBe(10);
      service.clock.move(HOUR_MS - 1);
      await merchant.calls.renew();
      expect(await verified()).toBe('too_many_attempts');
      service.clock.move(1);
      expect(await verified()).toBe(true);
    });

    it('are counted for this template alone: of this merchant, user and finger', async () => {
      await withLimit(1);
      await otherMerchant.calls.renew();
      await withLimit(1, otherMerchant);
      expect(await verified()).toBe(false);
      expect(await verified({ finger: 'LI' })).toBe(false);
      expect(await verified({ of: otherMerchant })).toBe(false);
      expect(await verified({ ref: `${user}-too` })).toBe(false);
      expect(await verified()).toBe('too_many_attempts');
    });

    it('are counted across all processes', async () => {
      await withLimit(2);
      const other = await fixture.start({ ...options, clock: service.clock });
      expect(await verified({ on: other })).toBe(false);
      expect(await verified()).toBe(false);
      expect(await verified({ on: other })).toBe('too_many_attempts');
      await other.stop();
    });
  });

  describe('verification attempts', () => {
    it('include the comparison of an app that disconnects before the response', async () => {
      await withLimit(1);
      const app = await joined();
      answer = async () => {
        connection.end();
        await expect.poll(() => service.inFlight()).toBe(0);
        return NO;
      };
      const connection = await app.callbackWithoutAnswer(anyCapture());
      await expect.poll(async () => (await app.session()).json.status).toBe('succeeded');
      answer = () => NO;
      expect([await verified(), compared]).toEqual(['too_many_attempts', 1]);
    });

    it('exclude a probe and a stored enrollment that do not open', async () => {
      await withLimit(1);
      const features = Buffer.alloc(64).toString('base64');
      expect(await times(2, () => verified({ features }))).toEqual(['template_invalid', 'template_invalid']);
      merchant.instead = found((userRef) => `${userRef}-too`);
      expect(await times(2, verified)).toEqual(['template_invalid', 'template_invalid']);
      expect(compared).toBe(0);
      merchant.instead = FOUND;
      expect(await verified()).toBe(false);
    });

    it('exclude a record that cannot be compared: two fingers, no plausible one, or a replay of the enrolled template', async () => {
      await withLimit(1);
      answer = () => ({ failure: 'template_invalid' });
      expect(await times(2, uncounted)).toEqual(['template_invalid', 'template_invalid']);
    });

    it('exclude a match, which leaves the earlier ones counted', async () => {
      await withLimit(2);
      expect(await verified()).toBe(false);
      answer = () => ({ matched: true });
      expect(await times(3, uncounted)).toEqual([true, true, true]);
      answer = () => NO;
      expect(await times(2, verified)).toEqual([false, 'too_many_attempts']);
    });

    it('exclude captures that ended before a comparison, or without its result', async () => {
      await withLimit(1);
      expect(await verified({ capture: anyCapture('LI') })).toBe('finger_mismatch');
      merchant.instead = answering(400, {});
      expect(await verified()).toBe('merchant_bio_rejected');
      merchant.instead = FOUND;
      for (const failure of ['provider_timeout', 'provider_error'] as const) {
        answer = () => ({ failure });
        expect(await uncounted()).toBe(failure);
      }
      answer = () => Promise.reject(new Error('the pool is gone'));
      expect(await uncounted()).toBe('internal_error');
      answer = () => NO;
      expect(await times(2, verified)).toEqual([false, 'too_many_attempts']);
    });
  });

  it('a merchant that stores no new enrollment cannot reset the count; a user who enrolled again is free at once', async () => {
    await withLimit(2);
    const enrolled = async (reply: SdkMerchant['instead']): Promise<unknown> => {
      merchant.instead = reply;
      const page = await PageSide.open(merchant.calls, { merchant_user_ref: user });
      await (await page.join()).callback(anyCapture('RI'));
      return (await merchant.calls.result(page.sessionId, `merchant_user_ref=${user}`)).json.status;
    };
    expect(await enrolled(undefined)).toBe('succeeded');
    expect(await times(3, verified)).toEqual([false, false, 'too_many_attempts']);
    expect(await enrolled(answering(200, { stored: true }))).toBe('succeeded');
    merchant.instead = undefined;
    expect(await times(2, verified)).toEqual(['too_many_attempts', 'too_many_attempts']);
    expect(await enrolled(undefined)).toBe('succeeded');
    expect(await times(3, verified)).toEqual([false, false, 'too_many_attempts']);
  });

  it('a match is uncounted after the response, so that the response time does not reveal it', async () => {
    await withLimit(1);
    const { attempts } = service.service.store;
    const [held, takeBack] = [Promise.withResolvers<void>(), attempts.takeBack.bind(attempts)];
    using watched = vi
      .spyOn(attempts, 'takeBack')
      .mockImplementation((counted) => held.promise.then(() => takeBack(counted)));
    answer = () => ({ matched: true });
    expect(await times(2, verified)).toEqual([true, 'too_many_attempts']);
    held.resolve();
    await watched.mock.results[0]!.value;
    expect(await verified()).toBe(true);
  });

  it('a draining process takes the attempt of a match back before it closes, even after the app disconnected', async () => {
    await withLimit(1);
    const draining = await fixture.start({ ...options, clock: service.clock });
    const { attempts } = draining.service.store;
    const [held, takeBack] = [Promise.withResolvers<void>(), attempts.takeBack.bind(attempts)];
    const watched = vi
      .spyOn(attempts, 'takeBack')
      .mockImplementation((counted) => held.promise.then(() => takeBack(counted)));
    let isClosed = false;
    let closing: Promise<void> | undefined;
    const app = await joined();
    answer = async () => {
      connection.end();
      closing = draining.service.close().finally(() => (isClosed = true));
      await expect.poll(async () => (await draining.ops('/readyz')).status).toBe(503);
      return { matched: true };
    };
    const connection = await app.callbackWithoutAnswer(anyCapture(), draining);
    await expect.poll(() => watched.mock.calls).toHaveLength(1);
    expect([await verified(), isClosed]).toEqual(['too_many_attempts', false]);
    held.resolve();
    await closing;
    answer = () => NO;
    expect(await verified()).toBe(false);
  });

  it('a count that the store could not write is repeated, and the comparison goes on', async () => {
    await withLimit(1);
    using down = vi
      .spyOn(service.service.store.attempts, 'count')
      .mockRejectedValueOnce(new StoreUnavailableError('unreachable', 'the connection broke'));
    const said = verified();
    await expect.poll(() => service.clock.waitingFor(50)).toBe(1);
    service.clock.move(50);
    expect([await said, down.mock.calls.length]).toEqual([false, 2]);
  });

  it('a limit of 0 allows any number', async () => {
    await withLimit(1);
    expect(await times(2, verified)).toEqual([false, 'too_many_attempts']);
    await withLimit(0);
    expect(await times(3, verified)).toEqual([false, false, false]);
  });
});
