import { randomBytes } from 'node:crypto';
import { FINGERS, type Finger } from '@authly/contract/wire/fingers';
import { beforeAll, describe, expect, it } from 'vitest';
import { captured, sealedFor } from '../../test/app-side.ts';
import { testSealing, type TestSealing } from '../../test/test-sealing.ts';
import type { KeyedCapture, SealedCapture } from './biometric-type.ts';

const TEMPLATE = Buffer.from('FMR\0 20\0 a template of some bytes');

let sealing: TestSealing;
let good: SealedCapture;
beforeAll(async () => {
  sealing = await testSealing();
  good = await sealed();
});

async function sealed(template: Uint8Array = TEMPLATE, finger: Finger = 'RI'): Promise<SealedCapture> {
  const { features, enc_key: encKey } = await sealedFor(sealing.seal, captured(template, finger));
  return { payload: { finger }, features, encKey };
}
const open: TestSealing['open'] = (...args) => sealing.open(...args);

const changedAt = (text: string, byte: number): string => {
  const bytes = Buffer.from(text, 'base64');
  bytes[byte < 0 ? bytes.length + byte : byte]! ^= 1;
  return bytes.toString('base64');
};
const cutTo = (text: string, bytes: number): string =>
  Buffer.from(text, 'base64').subarray(0, bytes).toString('base64');
/** The same `enc_key` with another version, key id or base64. */
const withParts = (encKey: string, change: (parts: string[]) => string[]): string =>
  change(encKey.split('.')).join('.');
const withBase64 =
  (change: (base64: string) => string) =>
  ({ encKey }: SealedCapture) => ({
    encKey: withParts(encKey, ([version, keyId, base64]) => [version!, keyId!, change(base64!)]),
  });
const withPoint = (point: Uint8Array) =>
  withBase64((base64) => Buffer.concat([point, Buffer.from(base64, 'base64').subarray(65)]).toString('base64'));

describe('sealed features', () => {
  it.each(FINGERS)('open as the finger they were sealed for: %s', async (finger) => {
    expect(Buffer.from((await open(await sealed(TEMPLATE, finger)))!)).toEqual(TEMPLATE);
  });

  it('open after they are sealed again', async () => {
    const [one, other] = [await sealed(), await sealed()];
    expect(one.features).not.toBe(other.features);
    expect(one.encKey).not.toBe(other.encKey);
    expect(await open(one)).toEqual(await open(other));
  });

  it('open into a separate buffer, which can be wiped and transferred', async () => {
    const template = (await open(good))!;
    expect([template.byteOffset, template.buffer.byteLength]).toEqual([0, TEMPLATE.length]);
  });
});

describe('do not open', () => {
  it.each<[string, (good: SealedCapture) => Partial<SealedCapture>]>([
    ['as another finger', () => ({ payload: { finger: 'LI' } })],
    ['with a changed IV', ({ features }) => ({ features: changedAt(features, 0) })],
    ['with changed ciphertext', ({ features }) => ({ features: changedAt(features, 12) })],
    ['with a changed tag', ({ features }) => ({ features: changedAt(features, -1) })],
    ['cut short by a byte', ({ features }) => ({ features: cutTo(features, 28 + TEMPLATE.length - 1) })],
    ['cut down to less than IV and tag', ({ features }) => ({ features: cutTo(features, 27) })],
    ['in base64url', ({ features }) => ({ features: `-_${features.slice(2)}` })],
    ['with padding in the middle', ({ features }) => ({ features: `AAA=${features}` })],
    ['with a plain key', () => ({ encKey: randomBytes(32).toString('base64') })],
    ['with another version', ({ encKey }) => ({ encKey: encKey.replace('v2.', 'v3.') })],
    ['with an unknown key id', ({ encKey }) => ({ encKey: withParts(encKey, ([v, , k]) => [v!, 'cap_nobody', k!]) })],
    [
      'with a key id that objects inherit',
      ({ encKey }) => ({ encKey: withParts(encKey, ([v, , k]) => [v!, '__proto__', k!]) }),
    ],
    ['with a fourth part', ({ encKey }) => ({ encKey: `${encKey}.x` })],
    ['with a changed encapsulated key', withBase64((base64) => changedAt(base64, 40))],
    ['with a changed encrypted key', withBase64((base64) => changedAt(base64, 70))],
    [
      'with a key of one byte more',
      withBase64((base64) => Buffer.concat([Buffer.from(base64, 'base64'), Buffer.alloc(1)]).toString('base64')),
    ],
    ['with a key in base64url', withBase64((base64) => `-_${base64.slice(2)}`)],
    ['with a point that is not on the curve', withPoint(Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]))],
    [
      'with a point of the hybrid form',
      withBase64((base64) => {
        const bytes = Buffer.from(base64, 'base64');
        bytes[0] = 6 + (bytes[64]! & 1);
        return bytes.toString('base64');
      }),
    ],
  ])('features %s', async (_, change) => {
    expect(await open({ ...good, ...change(good) })).toBeUndefined();
  });

  it('with the key of other features of the same session and finger', async () => {
    expect(await open({ ...good, encKey: (await sealed()).encKey })).toBeUndefined();
  });

  it('a key whose base64 is not canonical', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const at = good.encKey.search(/=*$/) - 1;
    const twin = alphabet[alphabet.indexOf(good.encKey[at]!) ^ 1]!;
    expect(
      await open({ ...good, encKey: good.encKey.slice(0, at) + twin + good.encKey.slice(at + 1) }),
    ).toBeUndefined();
  });

  it('an empty template', async () => {
    expect(await open(await sealed(new Uint8Array()))).toBeUndefined();
  });

  it('features sealed with a withdrawn key', async () => {
    const other = await testSealing();
    const { features, enc_key: encKey } = await sealedFor(other.seal, captured(TEMPLATE));
    other.source.remove(other.seal.key_id, 0);
    other.clock.move(1000);
    expect(await other.open({ payload: { finger: 'RI' }, features, encKey })).toBeUndefined();
  });
});

describe('the content key', () => {
  it.each(['opened', 'refused'])('is wiped when the features were %s', async (how) => {
    const opened: Uint8Array[] = [];
    const watched = ({ key, ...capture }: KeyedCapture): KeyedCapture => ({
      ...capture,
      key: { ...key, open: async (...args) => opened[opened.push((await key.open(...args))!) - 1] },
    });
    const features = how === 'opened' ? good.features : (await sealed()).features;
    const template = await open({ ...good, features }, watched);
    expect(template === undefined).toBe(how === 'refused');
    expect(opened.map((key) => [key.length, key.every((byte) => byte === 0)])).toEqual([[32, true]]);
  });
});
