import { createECDH, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { TestClock } from '../../../apps/service/test/test-clock.ts';
import { softHsmModule } from '../test/find-soft-hsm.ts';
import { SoftHsm } from '../test/soft-hsm.ts';
import { Pkcs11Token } from './index.ts';

const PKCS8_ED25519 = '302e020100300506032b657004220420';

class Unavailable extends Error {}
const unavailable = (message: string): Error => new Unavailable(message);
const because = (why: RegExp) => expect.toSatisfy((error) => error instanceof Unavailable && why.test(error.message));

describe.runIf(softHsmModule() !== undefined)('a PKCS#11 token', () => {
  let hsm: SoftHsm;
  let clock: TestClock;
  let token: Pkcs11Token;
  beforeAll(() => {
    hsm = new SoftHsm();
    clock = new TestClock();
    token = new Pkcs11Token(hsm.settings, { clock, unavailable });
    return () => {
      token.close();
      hsm[Symbol.dispose]();
    };
  });

  it('signs the published vectors', async () => {
    const { key, vectors } = JSON.parse(
      readFileSync(new URL('../../contract/signature-vectors.json', import.meta.url), 'utf8'),
    ) as { key: { key_id: string; private_key_hex: string }; vectors: Record<string, string>[] };
    hsm.import(key.key_id, Buffer.from(PKCS8_ED25519 + key.private_key_hex, 'hex'));
    for (const { canonical_request: request, signature } of vectors) {
      const signed = await token.sign(key.key_id, Buffer.from(request!));
      expect(`v2=${signed.toString('base64')}`).toBe(signature);
    }
  });

  it('makes keys that sign, and destroys them', async () => {
    const publicKey = createPublicKey({ key: await token.make('one', 'ed25519'), format: 'der', type: 'spki' });
    const signature = await token.sign('one', Buffer.from('x'));
    expect(verify(null, Buffer.from('x'), publicKey, signature)).toBe(true);
    await expect(token.make('one', 'ed25519')).rejects.toEqual(because(/there is a key one already/));
    clock.move(1000);
    await token.destroy('one');
    await expect(token.sign('one', Buffer.from('x'))).rejects.toEqual(because(/key one is not in it/));
  });

  it('derives the ECDH secret with a separate P-256 key that cannot sign', async () => {
    clock.move(1000);
    const publicKey = createPublicKey({ key: await token.make('sealing', 'p256'), format: 'der', type: 'spki' });
    const other = createECDH('prime256v1');
    const point = other.generateKeys();
    const { x, y } = publicKey.export({ format: 'jwk' });
    const own = Buffer.concat([Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
    expect(await token.derive('sealing', point)).toEqual(other.computeSecret(own));
    await expect(token.sign('sealing', Buffer.from('x'))).rejects.toBeInstanceOf(Unavailable);
    clock.move(1000);
    await expect(token.derive('one', point)).rejects.toEqual(because(/key one is not in it/));
    clock.move(1000);
    await token.make('three', 'ed25519');
    await expect(token.derive('three', point)).rejects.toBeInstanceOf(Unavailable);
  });

  it('a missing key does not fail calls for other keys', async () => {
    clock.move(1000);
    await token.make('two', 'ed25519');
    await expect(token.checkKeys(['nowhere'])).rejects.toEqual(because(/key nowhere is not in it/));
    await expect(token.sign('two', Buffer.from('x'))).resolves.toHaveLength(64);
  });

  it('tries a wrong PIN once, and the right one when the file has it', async () => {
    hsm.writePin('000000');
    const other = new Pkcs11Token(hsm.settings, { clock, unavailable });
    for (let i = 0; i < 2; i++, clock.move(1000))
      await expect(other.checkKeys(['two'])).rejects.toEqual(because(/C_Login answered CKR_PIN_INCORRECT/));
    hsm.writePin();
    await expect(other.checkKeys(['two'])).resolves.toBeUndefined();
    other.close();
  });

  it('reports a module that cannot be loaded in a sentence', async () => {
    const other = new Pkcs11Token({ ...hsm.settings, module: '/etc/hostname' }, { clock, unavailable });
    await expect(other.checkKeys(['two'])).rejects.toEqual(because(/^the PKCS#11 token authly cannot sign: /));
    other.close();
  });

  it('a slow but steady token serves a queue that takes longer than the deadline', async () => {
    const signAndWait = async (): Promise<Buffer> => {
      const signature = await token.sign('two', Buffer.from('x'));
      clock.move(100);
      return signature;
    };
    await expect(Promise.all(Array.from({ length: 60 }, signAndWait))).resolves.toHaveLength(60);
  });

  it('restarts a module that does not answer in time', async () => {
    const late = token.sign('two', Buffer.from('x'));
    clock.move(5000);
    await expect(late).rejects.toEqual(because(/did not answer within 5000 ms/));
    // For a second it fails without asking, because the next call would wait as long.
    await expect(token.sign('two', Buffer.from('x'))).rejects.toEqual(because(/did not answer/));
    clock.move(1000);
    await expect(token.sign('two', Buffer.from('x'))).resolves.toHaveLength(64);
  });
});
