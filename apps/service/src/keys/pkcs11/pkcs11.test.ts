import { createPublicKey, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyCapture } from '../../../test/app-side.ts';
import { softHsmModule } from '../../../test/find-soft-hsm.ts';
import { OperatorSide } from '../../../test/operator-side.ts';
import { PageSide } from '../../../test/page-side.ts';
import { TestService } from '../../../test/running-service.ts';
import { SdkMerchant } from '../../../test/sdk-merchant.ts';
import { SoftHsm } from '../../../test/soft-hsm.ts';
import { TestClock } from '../../../test/test-clock.ts';
import { signedHeaders } from '../../bio-api/sign.ts';
import { SigningUnavailableError } from '../key-signer.ts';
import { Pkcs11Token } from './pkcs11-token.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const PKCS8_ED25519 = '302e020100300506032b657004220420';

const isHere = softHsmModule() !== undefined;
let hsm: SoftHsm;
beforeAll(() => {
  if (!isHere) return undefined;
  hsm = new SoftHsm();
  return () => hsm[Symbol.dispose]();
});

describe.runIf(isHere)('a PKCS#11 token', () => {
  let clock: TestClock;
  let token: Pkcs11Token;
  beforeAll(() => {
    clock = new TestClock();
    token = new Pkcs11Token(hsm.settings, { clock });
    return () => token.close();
  });
  const unavailable = (why: RegExp) =>
    expect.objectContaining({ name: SigningUnavailableError.name, message: expect.stringMatching(why) });

  it('signs as the published vectors say', async () => {
    const { key, vectors } = JSON.parse(
      readFileSync(new URL('../../../../../packages/contract/signature-vectors.json', import.meta.url), 'utf8'),
    ) as { key: { key_id: string; private_key_hex: string }; vectors: Record<string, string>[] };
    hsm.import(key.key_id, Buffer.from(PKCS8_ED25519 + key.private_key_hex, 'hex'));
    for (const vector of vectors) {
      const headers = await signedHeaders({
        merchantId: 'mer_vector',
        key: { id: key.key_id, sign: (data) => token.sign(key.key_id, data) },
        method: vector['method']!,
        path: vector['path_and_query']!,
        body: Buffer.from(vector['body_base64']!, 'base64'),
        now: new Date(vector['timestamp']!).getTime(),
        nonce: vector['nonce']!,
      });
      expect(headers['x-service-signature']).toBe(vector['signature']);
    }
  });

  it('makes keys whose signatures hold, and destroys them', async () => {
    const publicKey = createPublicKey({ key: await token.make('one'), format: 'der', type: 'spki' });
    const signature = await token.sign('one', Buffer.from('x'));
    expect(verify(null, Buffer.from('x'), publicKey, signature)).toBe(true);
    await expect(token.make('one')).rejects.toEqual(unavailable(/there is a key one already/));
    clock.move(1000);
    await token.destroy('one');
    await expect(token.sign('one', Buffer.from('x'))).rejects.toEqual(unavailable(/key one is not in it/));
  });

  it('what one key lacks is no trouble of the others', async () => {
    clock.move(1000);
    await token.make('two');
    await expect(token.look(['nowhere'])).rejects.toEqual(unavailable(/key nowhere is not in it/));
    await expect(token.sign('two', Buffer.from('x'))).resolves.toHaveLength(64);
  });

  it('a wrong PIN is tried once, and the right one counts as soon as the file has it', async () => {
    hsm.writePin('000000');
    const other = new Pkcs11Token(hsm.settings, { clock });
    for (let i = 0; i < 2; i++, clock.move(1000))
      await expect(other.look(['two'])).rejects.toEqual(unavailable(/C_Login answered CKR_PIN_INCORRECT/));
    hsm.writePin();
    await expect(other.look(['two'])).resolves.toBeUndefined();
    other.close();
  });

  it('a module that cannot be loaded is said in a sentence', async () => {
    const other = new Pkcs11Token({ ...hsm.settings, module: '/etc/hostname' }, { clock });
    await expect(other.look(['two'])).rejects.toEqual(unavailable(/^the PKCS#11 token authly cannot sign: /));
    other.close();
  });

  it('one that does not answer in time is begun anew', async () => {
    const late = token.sign('two', Buffer.from('x'));
    clock.move(5000);
    await expect(late).rejects.toEqual(unavailable(/did not answer within 5000 ms/));
    // Nobody asks again for a second: the next would wait as long.
    await expect(token.sign('two', Buffer.from('x'))).rejects.toEqual(unavailable(/did not answer/));
    clock.move(1000);
    await expect(token.sign('two', Buffer.from('x'))).resolves.toHaveLength(64);
  });
});

describe.runIf(isHere)('a service whose signing keys are in a PKCS#11 token', () => {
  let operator: OperatorSide;
  let service: TestService;
  let merchant: SdkMerchant;
  beforeAll(async () => {
    const place = { start: (options: object) => TestService.start(options) };
    operator = await OperatorSide.start(place, { config: { pkcs11: hsm.settings }, env: hsm.env });
    service = operator.service;
    merchant = await SdkMerchant.start(service);
  });
  afterAll(async () => {
    await merchant.stop();
    await service.stop();
  });

  const published = async (): Promise<string[]> =>
    ((await service.get('/v1/signing-keys')).json.keys as { status: string }[]).map(({ status }) => status);
  /** A look-up at the merchant, signed: its SDK checks the signature against the published list. */
  async function verifySession(): Promise<string> {
    const page = await PageSide.open(await merchant.calls.renew(), {}, 'verify');
    await (await page.join()).callback(anyCapture());
    return (await merchant.calls.result(page.sessionId)).json.failure_code as string;
  }
  const keys = async (): Promise<{ purpose: string; status: string; kept_in: string }[]> =>
    JSON.parse((await operator.authly('keys', 'list', '--json')).out);

  it('makes its first keys there, and serves a whole session with them', async () => {
    expect(await keys()).toMatchObject([
      { purpose: 'bio-signing', kept_in: 'pkcs11' },
      { purpose: 'access-token', kept_in: 'pkcs11' },
      { purpose: 'hosted-token', kept_in: 'store' },
      { purpose: 'audit-head', kept_in: 'pkcs11' },
    ]);
    const page = await PageSide.open(merchant.calls, {}, 'enroll');
    await (await page.join()).callback(anyCapture());
    expect((await merchant.calls.result(page.sessionId)).json).toMatchObject({ status: 'succeeded' });
    expect(merchant.refusals).toEqual([]);
  });

  it('doctor says where keys are, audit export signs there and verify believes it', async () => {
    expect((await operator.authly('doctor')).out).toContain(
      '✓ signing            in the PKCS#11 token authly: bio-signing, access-token, audit-head',
    );
    const exported = await operator.authly('audit', 'export');
    expect(exported).toMatchObject({ code: 0, error: '' });
    const file = join(hsm.folder, 'audit.jsonl');
    writeFileSync(file, exported.out);
    expect(await operator.authly('audit', 'verify', '--export', file)).toMatchObject({ code: 0, error: '' });
  });

  it('while the token is away readyz says why, what must be signed is 503, what need not goes on; and all is well when it is back', async () => {
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

  it('a rotation from its announcement to the removal of the old key', async () => {
    expect((await operator.authly('keys', 'schedule', '--in', '8d')).code).toBe(0);
    expect(await published()).toEqual(['active']);
    // Commands go by real time, which has gone on meanwhile.
    service.clock.move(8 * DAY + HOUR);
    expect(await published()).toEqual(['active', 'retiring']);
    // The SDK asks for keys anew at most every 5 s of real time: this merchant has just started.
    await merchant.stop();
    merchant = await SdkMerchant.start(service);
    expect(await verifySession()).toBe('enrollment_not_found');
    expect(merchant.refusals).toMatchObject([{ code: 'bio_enrollment_not_found' }]);
    service.clock.move(7 * DAY);
    expect(await published()).toEqual(['active']);
  });

  it('a key in the token is refused by a start that does not name one', async () => {
    const { folder, config } = service;
    await expect(TestService.start({ folder, config: { masterKey: config.masterKey } })).rejects.toThrow(
      /is kept in a PKCS#11 token, and none is set: AUTHLY_SIGNING_PKCS11_MODULE/,
    );
  });
});
