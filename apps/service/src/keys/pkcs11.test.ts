import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { anyCapture, captured } from '../../test/app-side.ts';
import { softHsmModule } from '../../../../packages/pkcs11/test/find-soft-hsm.ts';
import { OperatorSide } from '../../test/operator-side.ts';
import { PageSide } from '../../test/page-side.ts';
import { keyAction, ROTATIONS } from '../../test/key-action.ts';
import { TestService } from '../../test/running-service.ts';
import { SdkMerchant } from '../../test/sdk-merchant.ts';
import { templateOf, captureOf } from '../../../../packages/fingerprint/test/finger-captures.ts';
import { SoftHsm } from '../../../../packages/pkcs11/test/soft-hsm.ts';
import { TOKEN_PURPOSES } from '../config/key-purposes.ts';
import { StoreUnavailableError } from '../storage/port/store.ts';
import { openSigningToken } from './open-signing-token.ts';
import { newKey, type MadeKey } from './new-key.ts';
import { makeAndKeep } from './signing-token.ts';

const HOUR = 60 * 60_000;

const isHere = softHsmModule() !== undefined;
let hsm: SoftHsm;
beforeAll(() => {
  if (!isHere) return undefined;
  hsm = new SoftHsm();
  return () => hsm[Symbol.dispose]();
});

describe.runIf(isHere)('a service whose signing keys are in a PKCS#11 token', () => {
  let operator: OperatorSide;
  let service: TestService;
  let merchant: SdkMerchant;
  beforeAll(async () => {
    const place = { start: (options: object) => TestService.start(options) };
    operator = await OperatorSide.start(place, {
      config: { pkcs11: { ...hsm.settings, purposes: TOKEN_PURPOSES } },
      env: hsm.env,
    });
    service = operator.service;
    merchant = await SdkMerchant.start(service);
  });
  afterAll(async () => {
    await merchant.stop();
    await service.stop();
  });

  const openToken = async () => {
    const token = (await openSigningToken({ ...hsm.settings, purposes: TOKEN_PURPOSES }))!;
    return Object.assign(token, { [Symbol.dispose]: () => token.close() });
  };

  const keys = async (): Promise<{ purpose: string; status: string; kept_in: string }[]> =>
    JSON.parse((await operator.authly('keys', 'list', '--json')).out);

  it('creates its first keys there, and serves a complete session with them', async () => {
    expect(await keys()).toMatchObject([
      { purpose: 'bio-signing', kept_in: 'pkcs11' },
      { purpose: 'access-token', kept_in: 'pkcs11' },
      { purpose: 'hosted-token', kept_in: 'store' },
      { purpose: 'audit-head', kept_in: 'pkcs11' },
      { purpose: 'capture-sealing', kept_in: 'pkcs11' },
      { purpose: 'cell-transfer', kept_in: 'store' },
    ]);
    const page = await PageSide.open(merchant.calls, {}, 'enroll');
    await (await page.join()).callback(anyCapture());
    expect((await merchant.calls.result(page.sessionId)).json).toMatchObject({ status: 'succeeded' });
    expect(merchant.refusals).toEqual([]);
  });

  it('opens captures with a key in the token, before and after its rotation', async () => {
    const user = { merchant_user_ref: 'sealed' };
    const session = async (mode: 'enroll' | 'verify', impression: number): Promise<string> => {
      const page = await PageSide.open(await merchant.calls.renew(), user, mode);
      const app = await page.join();
      await app.callback(captured(templateOf(captureOf(12, impression))));
      const { json } = await merchant.calls.result(page.sessionId, 'merchant_user_ref=sealed');
      expect(json).toMatchObject({
        status: 'succeeded',
        result: mode === 'enroll' ? { enrolled: true } : { matched: true },
      });
      return app.joined.seal.key_id;
    };
    const first = await session('enroll', 0);
    expect((await operator.authly('keys', 'schedule', '--purpose', 'capture-sealing', '--in', '2m')).code).toBe(0);
    service.clock.move(HOUR);
    expect(await session('verify', 1)).not.toBe(first);
  });

  it('doctor shows where keys are, and audit export signs with the token', async () => {
    expect((await operator.authly('doctor')).out).toContain(
      '✓ signing              in the PKCS#11 token authly: bio-signing, access-token, audit-head, capture-sealing',
    );
    const exported = await operator.authly('audit', 'export');
    expect(exported).toMatchObject({ code: 0, error: '' });
    const file = join(hsm.folder, 'audit.jsonl');
    writeFileSync(file, exported.out);
    expect(await operator.authly('audit', 'verify', '--export', file)).toMatchObject({ code: 0, error: '' });
  });

  it('without the token readyz has the reason and signing calls are 503; other calls work, and all do after its return', async () => {
    const page = await PageSide.open(merchant.calls, { merchant_user_ref: 'nobody' }, 'verify');
    const app = await page.join();
    hsm.takeAway();
    service.deadlineClock.move(1000);
    const { status, json } = await service.ops('/readyz');
    expect({ status, json }).toEqual({
      status: 503,
      json: { status: 'not ready', reason: 'the PKCS#11 token authly cannot sign: there is no such token' },
    });
    expect(await service.requestToken(merchant.calls.client)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { error: { code: 'unavailable' } },
    });
    expect(await app.callback(anyCapture())).toMatchObject({ status: 503, json: { error: { code: 'unavailable' } } });
    expect((await merchant.calls.enroll()).status).toBe(201);
    expect((await service.get('/v1/signing-keys')).status).toBe(200);
    expect((await operator.authly('keys', 'emergency')).error).toContain(
      'authly: the PKCS#11 token authly cannot sign',
    );
    expect((await operator.authly('doctor')).out).toContain('✗ signing');

    hsm.putBack();
    service.deadlineClock.move(1000);
    expect((await service.ops('/readyz')).status).toBe(200);
    expect((await service.requestToken(merchant.calls.client)).status).toBe(200);
    expect((await app.callback(anyCapture())).status).toBe(200);
    const ended = await service.service.store.sessions.find(page.sessionId);
    expect(ended?.failureCode).toBe('enrollment_not_found');
  });

  it.each(ROTATIONS)(
    '%s keeps the new key in the token if the commit was stored and its answer was lost',
    async (...row) => {
      const { store } = service.service;
      using token = await openToken();
      const add = store.keys.add.bind(store.keys);
      using lossy = vi.spyOn(store.keys, 'add').mockImplementationOnce(async (...args) => {
        await add(...args);
        throw new StoreUnavailableError('busy', 'a standby did not confirm the commit');
      });
      const { length } = await store.keys.list('bio-signing');
      const { key_id } = await keyAction<{ key_id: string }>(row, service, async () => token);
      expect(lossy).toHaveBeenCalledTimes(2);
      expect(await store.keys.list('bio-signing')).toHaveLength(length + 1);
      await token.checkKeys([key_id]);
    },
  );

  it('a key that is not stored is destroyed in the token; after an error it is kept', async () => {
    using token = await openToken();
    const kept = async (keep: () => Promise<boolean>): Promise<string> => {
      using made = vi.spyOn(token, 'make');
      const of = { purpose: 'bio-signing', environment: 'test', now: 0, activatesAt: 0 } as const;
      const make = (key?: MadeKey) => ({ added: newKey({ ...of, master: service.config.masterKey, made: key }) });
      await makeAndKeep(token, of, make, keep).catch(() => {});
      return made.mock.calls[0]![0];
    };
    await expect(token.checkKeys([await kept(async () => false)])).rejects.toThrow('is not in it');
    await token.checkKeys([await kept(() => Promise.reject(new Error('the store is down')))]);
  });

  it('keys withdraw is refused for a key that the token lacks', async () => {
    using token = await openToken();
    const { store } = service.service;
    const sealing = (await store.keys.list('capture-sealing')).at(-1)!;
    await keyAction(['keys schedule', { purpose: 'capture-sealing', in: '2m' }], service, async () => token);
    service.clock.move(HOUR);
    await token.destroy(sealing.id);
    using other = await openToken();
    const withdraw = ['keys withdraw', { key_id: sealing.id }] as const;
    await expect(keyAction(withdraw, service, async () => other)).rejects.toThrow('is not in it');
    expect(await store.keys.list('capture-sealing')).toContainEqual(sealing);
  });

  it('a start without the token setting rejects a key in the token', async () => {
    const { folder, config } = service;
    await expect(TestService.start({ folder, config: { masterKey: config.masterKey } })).rejects.toThrow(
      /is in a PKCS#11 token, but AUTHLY_SIGNING_PKCS11_MODULE is not set/,
    );
  });
});
