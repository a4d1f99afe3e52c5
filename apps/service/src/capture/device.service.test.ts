import { deviceChallenge } from '@authly/app-client/device.ts';
import type { Sealed } from '@authly/app-client/seal.ts';
import type { DeviceAssertion, DeviceBinding } from '@authly/contract/wire/device';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { captureOf, templateOf } from '../../../../packages/fingerprint/test/finger-captures.ts';
import { captured, sealedEnrollment, type AppSide } from '../../test/app-side.ts';
import { onOneStore } from '../../test/on-stores.ts';
import { PageSide } from '../../test/page-side.ts';
import type { TestService } from '../../test/running-service.ts';
import { answering, SdkMerchant } from '../../test/sdk-merchant.ts';
import { TestDevice } from '../../test/test-device.ts';
import { fingerprint } from './fingerprint.ts';

const [ENROLLED, GENUINE, OTHER_FINGER] = [captureOf(12, 0), captureOf(12, 1), captureOf(31, 0)].map((view) =>
  templateOf(view),
);

type Sign = (app: AppSide, sealed: Sealed) => Promise<DeviceAssertion | undefined>;

onOneStore((fixture) => {
  let service: TestService;
  let merchant: SdkMerchant;
  let compared = 0;
  const phone = new TestDevice();

  beforeAll(async () => {
    const createMatcher: typeof fingerprint.createMatcher = (settings) => {
      const engine = fingerprint.createMatcher(settings);
      return {
        warm: () => engine.warm(),
        inspect: (...args) => engine.inspect(...args),
        compare: (...args) => (compared++, engine.compare(...args)),
        close: () => engine.close(),
      };
    };
    service = await fixture.start({ biometricTypes: { fingerprint: { ...fingerprint, createMatcher } } });
    merchant = await SdkMerchant.start(service, { deviceBinding: 'required', attemptsPerHour: 2 });
    return () => merchant.stop();
  });
  afterEach(() => {
    merchant.instead = undefined;
  });

  async function binding(deviceBinding: DeviceBinding, attemptsPerHour = 2): Promise<void> {
    await service.service.store.merchants.update(merchant.calls.merchantId, { deviceBinding, attemptsPerHour });
    // Processes read a merchant once a second.
    service.clock.move(1000);
  }

  let users = 0;
  const newUser = (): string => `user-${++users}`;

  /** The result that the merchant reads after the app has sent this capture. */
  async function outcome(page: PageSide, user: string, body: object, app: AppSide): Promise<unknown> {
    expect((await app.callback(body)).status).toBe(200);
    const { json } = await merchant.calls.result(page.sessionId, `merchant_user_ref=${user}`);
    return json.failure_code ?? json.result;
  }

  async function enroll(user: string, record: Uint8Array): Promise<unknown> {
    const page = await PageSide.open(merchant.calls, { merchant_user_ref: user });
    return outcome(page, user, captured(record), await page.join());
  }

  const challengeOf = async (app: AppSide, sealed: Sealed): Promise<string> =>
    Buffer.from(await deviceChallenge(app.joined, sealed)).toString('base64url');
  const signing =
    (by = phone): Sign =>
    async (app, sealed) =>
      by.sign({ challenge: await challengeOf(app, sealed) });

  async function verify(user: string, sign: Sign | undefined, record = GENUINE!): Promise<unknown> {
    const text = { display_text: 'Pay 42.00 EUR' };
    const page = await PageSide.open(merchant.calls, { merchant_user_ref: user, ...text }, 'verify');
    const app = await page.join();
    const sealed = await app.sealed(captured(record));
    const device = await sign?.(app, sealed);
    return outcome(page, user, { ...sealed, ...(device && { device }) }, app);
  }

  const bound = async (): Promise<string> => {
    const user = newUser();
    await binding('offered');
    expect(await enroll(user, phone.bind(ENROLLED!))).toMatchObject({ enrolled: true });
    return user;
  };

  it('the claim names the mode, the relying party and an account of this user, and none where devices are not bound', async () => {
    const claimed = async (more = {}, mode: 'enroll' | 'verify' = 'enroll') =>
      (await (await PageSide.open(merchant.calls, more, mode)).join()).joined.device;
    await binding('required');
    const account = expect.stringMatching(/^[\w-]{22}$/);
    const first = await claimed();
    expect(first).toEqual({ mode: 'required', rp_id: 'authly.test', account });
    await binding('offered');
    expect(await claimed({}, 'verify')).toEqual({ ...first, mode: 'offered' });
    expect((await claimed({ merchant_user_ref: 'user-2' }))!.account).not.toBe(first!.account);
    await binding('off');
    expect(await claimed()).toBeUndefined();
  });

  it('a bound enrollment matches with its device; the result says so', async () => {
    await binding('required');
    const user = newUser();
    expect(await enroll(user, phone.bind(ENROLLED!))).toMatchObject({ enrolled: true, device: 'bound' });
    expect(await verify(user, signing())).toMatchObject({ matched: true, device: 'bound' });
  });

  it('an enrollment without a device succeeds where it is only offered', async () => {
    await binding('offered');
    const user = newUser();
    expect(await enroll(user, ENROLLED!)).toMatchObject({ enrolled: true, device: 'unbound' });
    expect(await verify(user, undefined)).toMatchObject({ matched: true, device: 'unbound' });
    expect(await verify(user, signing())).toMatchObject({ matched: true, device: 'unbound' });
  });

  it('device_not_bound: nothing is stored or compared without a device where it is required, and no attempt is counted', async () => {
    await binding('offered');
    const user = newUser();
    await enroll(user, ENROLLED!);
    await binding('required');
    const [before, calls] = [compared, merchant.bodies.length];
    expect(await enroll(newUser(), ENROLLED!)).toBe('device_not_bound');
    expect(merchant.bodies).toHaveLength(calls);
    for (let i = 0; i < 3; i++) expect(await verify(user, signing())).toBe('device_not_bound');
    expect(compared).toBe(before);
  });

  it('without binding, results are the contract’s, a device is refused, and a bound enrollment still needs its device', async () => {
    const user = await bound();
    await binding('off');
    const plain = newUser();
    expect(Object.keys((await enroll(plain, ENROLLED!)) as object)).toEqual(['enrolled', 'payload', 'completed_at']);
    expect(Object.keys((await verify(plain, undefined)) as object)).toEqual(['matched', 'payload', 'completed_at']);
    const calls = merchant.bodies.length;
    expect(await enroll(newUser(), phone.bind(ENROLLED!))).toBe('template_invalid');
    expect(merchant.bodies).toHaveLength(calls);
    const before = compared;
    expect(await verify(user, undefined)).toBe('device_not_recognized');
    expect(compared).toBe(before);
  });

  it.each([
    ['a wrong finger with the right phone', (): unknown => ({ matched: false, device: 'bound' }), OTHER_FINGER, phone],
    ['the right finger with a wrong phone', (): unknown => 'device_not_recognized', GENUINE, new TestDevice()],
  ] as const)('%s costs one attempt', async (_, expected, record, by) => {
    const user = await bound();
    for (let i = 0; i < 2; i++) {
      const result = await verify(user, signing(by), record);
      if (typeof result === 'string') expect(result).toBe(expected());
      else expect(result).toMatchObject(expected() as object);
    }
    expect(await verify(user, signing())).toBe('too_many_attempts');
  });

  describe('device_not_recognized, and nothing is compared', () => {
    let user: string;
    beforeAll(async () => {
      user = await bound();
      await binding('offered', 0);
      return () => binding('offered');
    });
    const asOther =
      (change: (sealed: Sealed) => Sealed): Sign =>
      (app, sealed) =>
        signing()(app, change(sealed));
    const joinedOther =
      (change: object): Sign =>
      async (app, sealed) => {
        const challenge = await deviceChallenge({ ...app.joined, ...change }, sealed);
        return phone.sign({ challenge: Buffer.from(challenge).toString('base64url') });
      };

    it.each<[string, Sign | undefined]>([
      ['no assertion', undefined],
      ['another key', signing(new TestDevice())],
      [
        'another key with the id of the enrolled one',
        async (...args) => ({
          ...(await signing(new TestDevice())(...args))!,
          credential_id: phone.device.credential_id,
        }),
      ],
      [
        'an assertion of another session',
        async (_, sealed) => {
          const other = await PageSide.open(merchant.calls, {}, 'verify');
          return signing()(await other.join(), sealed);
        },
      ],
      ['an assertion for another text', joinedOther({ display_text: 'Pay 1.00 EUR' })],
      ['an assertion for no text', joinedOther({ display_text: undefined })],
      ['an assertion for other features', asOther((sealed) => ({ ...sealed, features: 'AAAA' }))],
      ['an assertion for another enc_key', asOther((sealed) => ({ ...sealed, enc_key: 'AAAA' }))],
    ])('%s', async (_, sign) => {
      const before = compared;
      expect(await verify(user, sign)).toBe('device_not_recognized');
      expect(compared).toBe(before);
    });
  });

  describe('template_invalid: a container', () => {
    const whole = phone.bind(ENROLLED!);
    const faults: [string, Uint8Array][] = [
      ['is cut', whole.slice(0, 60)],
      ['is too long', Buffer.concat([whole.subarray(0, 4), Buffer.of(0xff, 0xff), whole.subarray(6)])],
      ['is not JSON', Buffer.concat([whole.subarray(0, 6), Buffer.of(0x5b), whole.subarray(7)])],
      ['holds another container', phone.bind(whole)],
    ];

    it('that is stored and does not open counts no attempt', async () => {
      await binding('offered');
      const user = newUser();
      const of = { merchantId: merchant.calls.merchantId, merchantUserRef: user };
      const { features, enc_key } = await sealedEnrollment(service, of, captured(faults[2]![1]));
      merchant.instead = answering(200, { found: true, payload: { features, enc_key } });
      for (let i = 0; i < 3; i++) expect(await verify(user, signing())).toBe('template_invalid');
    });

    it('is no probe', async () => {
      const user = await bound();
      expect(await verify(user, signing(), phone.bind(GENUINE!))).toBe('template_invalid');
      expect(await verify(user, signing())).toMatchObject({ matched: true });
    });
  });

  it('400: an assertion whose fields are not base64url or too long', async () => {
    const user = await bound();
    const page = await PageSide.open(merchant.calls, { merchant_user_ref: user }, 'verify');
    const app = await page.join();
    const sealed = await app.sealed(captured(GENUINE!));
    const device = phone.sign({ challenge: await challengeOf(app, sealed) });
    for (const wrong of [{ signature: 'a=' }, { signature: '' }, { client_data_json: 'A'.repeat(2733) }])
      expect((await app.callback({ ...sealed, device: { ...device, ...wrong } })).status).toBe(400);
    expect(await outcome(page, user, { ...sealed, device }, app)).toMatchObject({ matched: true });
  });
});
