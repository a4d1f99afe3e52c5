import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import PUBLISHED from '@authly/contract/device-vectors.json' with { type: 'json' };
import {
  DEVICE_MAGIC,
  DEVICE_TEXT_MAX,
  deviceText,
  type BoundDevice,
  type DeviceAssertion,
} from '@authly/contract/wire/device';
import { describe, expect, it } from 'vitest';
import { withDevice } from '@authly/app-client/device.ts';
import { ALGORITHM_NAMES, RELYING_PARTY, TestDevice, type Ceremony } from '../../test/test-device.ts';
import W3C from '../../test/webauthn-vectors.json' with { type: 'json' };
import { sessionIn } from '../../test/sample-session.ts';
import { assertionFault, challengeOf, splitEnrollment } from './device.ts';

const record = Uint8Array.from(Buffer.from('FMR\0 the record'));
const keyOf = (device: BoundDevice) => splitEnrollment(withDevice(record, device))!.device!;
const spki = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');

/** A container with this text. */
const container = (text: string, more: { length?: number; rest?: Uint8Array } = {}): Uint8Array<ArrayBuffer> => {
  const { length = Buffer.byteLength(text, 'latin1'), rest = record } = more;
  const head = Buffer.from(`${DEVICE_MAGIC}\0\0`, 'latin1');
  head.writeUInt16BE(length, DEVICE_MAGIC.length);
  return Uint8Array.from(Buffer.concat([head, Buffer.from(text, 'latin1'), rest]));
};

/** The eight points of low order of Ed25519, and other encodings of them. */
const LOW_ORDER = [
  `01${'00'.repeat(31)}`,
  `01${'00'.repeat(30)}80`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  ...['05', '85'].map((end) => `26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc${end}`),
  ...['7a', 'fa'].map((end) => `c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03${end}`),
];

describe('an opened enrollment', () => {
  it('without a device is the record', () => {
    expect(splitEnrollment(record)).toEqual({ record });
  });

  it.each(PUBLISHED.vectors)('the published vector of $name has its record, in its own memory', (vector) => {
    const opened = Uint8Array.from(Buffer.from(vector.container_base64, 'base64'));
    const split = splitEnrollment(opened)!;
    expect(Buffer.from(split.record).toString('base64')).toBe(vector.record_base64);
    expect([split.record.byteOffset, split.record.buffer.byteLength]).toEqual([0, split.record.length]);
    expect(split.device!.credentialId).toBe(vector.device.credential_id);
  });

  const { device } = new TestDevice();
  const text = deviceText(device);
  const other = (change: Partial<Record<keyof BoundDevice, unknown>>): string =>
    deviceText({ ...device, ...change } as BoundDevice);
  /** Any odd modulus will do: no key is generated. */
  const rsa = (bits: number, e = 'AQAB'): string =>
    spki(
      createPublicKey({ key: { kty: 'RSA', n: Buffer.alloc(bits / 8, 0xff).toString('base64url'), e }, format: 'jwk' }),
    );
  const der = Buffer.from(device.public_key, 'base64');

  /** The y coordinate, lowest byte first. */
  const ed25519 = (point: string): Uint8Array<ArrayBuffer> =>
    container(
      other({ algorithm: -8, public_key: Buffer.from(`302a300506032b6570032100${point}`, 'hex').toString('base64') }),
    );
  const p256 = (point: Buffer): Uint8Array<ArrayBuffer> => {
    const bits = Buffer.concat([Buffer.of(3, point.length + 1, 0), point]);
    const spkiOf = [Buffer.of(0x30, 21 + bits.length), der.subarray(2, 23), bits];
    return container(other({ public_key: Buffer.concat(spkiOf).toString('base64') }));
  };

  it('the tests start from containers that are valid', () => {
    expect(splitEnrollment(p256(der.subarray(-65)))!.record).toEqual(record);
    // The first key of RFC 8032, 7.1.
    expect(
      splitEnrollment(ed25519('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'))!.record,
    ).toEqual(record);

    for (const valid of [text, other({ algorithm: -257, public_key: rsa(2048) })])
      expect(splitEnrollment(container(valid))!.record).toEqual(record);
  });

  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['a cut length', container(text).slice(0, 5)],
    ['no record', container(text, { rest: new Uint8Array() })],
    ['a length beyond the end', container(text, { length: 65_535 })],
    ['a length of zero', container('', {})],
    ['a text that is too long', container(other({ credential_id: 'A'.repeat(DEVICE_TEXT_MAX) }))],
    ['no JSON', container('device')],
    ['a list', container('[]')],
    ['text in front', container(` ${text}`)],
    ['two keys', container(text.replace('{', `{"public_key":"${device.public_key}",`))],
    ['a further field', container(text.replace('}', ',"name":"phone"}'))],
    ['escaped characters', container(text.replace('credential_id', String.raw`\u0063redential_id`))],
    ['an algorithm that is not known', container(other({ algorithm: -37 }))],
    ['the algorithm of another key', container(other({ algorithm: -8 }))],
    ['a credential id in base64 with padding', container(other({ credential_id: 'AA==' }))],
    ['a credential id with bits that do not count', container(other({ credential_id: 'AB' }))],
    ['a key in base64url', container(other({ public_key: der.toString('base64url') }))],
    ['a cut key', container(other({ public_key: der.subarray(0, -1).toString('base64') }))],
    [
      'a point that is not on the curve',
      container(other({ public_key: Buffer.from(der).fill(1, 80).toString('base64') })),
    ],
    [
      'a key on another curve',
      container(other({ public_key: spki(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey) })),
    ],
    ['the point at infinity', p256(Buffer.of(0))],
    ...LOW_ORDER.map((point): [string, Uint8Array<ArrayBuffer>] => [`the low-order point ${point}`, ed25519(point)]),
    ['an Ed25519 point that is not on the curve', ed25519(`02${'00'.repeat(31)}`)],
    ['an Ed25519 point beyond the field', ed25519(`f0${'ff'.repeat(30)}7f`)],
    ['an RSA key of 1024 bits', container(other({ algorithm: -257, public_key: rsa(1024) }))],
    ['an RSA key with the exponent 3', container(other({ algorithm: -257, public_key: rsa(2048, 'Aw') }))],
  ])('with %s is refused', (_, opened) => {
    expect(splitEnrollment(opened)).toBeUndefined();
  });
});

describe('an assertion', () => {
  it.each(W3C.vectors)(
    'the vector $name of WebAuthn Level 3: refused by $fault',
    ({ device, assertion, challenge, fault }) => {
      const key = keyOf(device as BoundDevice);
      expect(assertionFault(key, assertion, challenge, W3C.relyingParty) ?? null).toBe(fault);
      const changed = {
        ...assertion,
        signature: assertion.signature.replace(/(?<=^.{40})./, (at) => (at === 'A' ? 'B' : 'A')),
      };
      expect(assertionFault(key, changed, challenge, W3C.relyingParty)).toBe('signature');
    },
  );

  it.each(PUBLISHED.vectors)('the published vector of $name holds', (vector) => {
    const { session_id: id, display_text, context, features, enc_key: encKey } = vector;
    const session = { ...sessionIn('processing'), id, displayText: display_text || null };
    const challenge = challengeOf(session, context, { features, encKey });
    expect(challenge).toBe(vector.challenge);
    const relyingParty = { id: vector.rp_id, origins: [vector.origin] };
    expect(
      assertionFault(keyOf(vector.device as BoundDevice), vector.assertion, challenge, relyingParty),
    ).toBeUndefined();
  });
});

describe.each(ALGORITHM_NAMES)('an assertion by %s', (name) => {
  const [phone, otherPhone] = [new TestDevice(name), new TestDevice(name)];
  const challenge = Buffer.alloc(32, 7).toString('base64url');
  const faultOf = (assertion: DeviceAssertion | undefined): string | undefined =>
    assertionFault(keyOf(phone.device), assertion, challenge, RELYING_PARTY);
  const signed = (ceremony: Partial<Ceremony> = {}): DeviceAssertion => phone.sign({ challenge, ...ceremony });
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  const clientText = bytes(signed().client_data_json).toString();

  it('holds if the client escapes slashes or adds fields', () => {
    expect(faultOf(signed())).toBeUndefined();
    expect(faultOf(signed({ clientText: clientText.replaceAll('/', String.raw`\/`) }))).toBeUndefined();
    expect(faultOf(signed({ client: { androidPackageName: 'com.example' } }))).toBeUndefined();
    expect(faultOf(signed({ flags: 0x1d }))).toBeUndefined();
  });

  it.each<[string, string, () => DeviceAssertion | undefined]>([
    ['malformed', 'none', () => undefined],
    ['malformed', 'client data that is no JSON', () => signed({ clientText: 'client' })],
    [
      'malformed',
      'client data with two challenges',
      () => signed({ clientText: clientText.replace('{', '{"challenge":"AAAA",') }),
    ],
    ['malformed', 'a signature with bits that do not count', () => ({ ...signed(), signature: 'AB' })],
    [
      'signature',
      'another key',
      () => ({ ...otherPhone.sign({ challenge }), credential_id: phone.device.credential_id }),
    ],
    [
      'signature',
      'the right key over other bytes',
      () => ({ ...signed(), signature: phone.signed(Buffer.from(challenge)).toString('base64url') }),
    ],
    [
      'signature',
      'other authenticator data',
      () => ({ ...signed({ flags: 0x01 }), authenticator_data: signed().authenticator_data }),
    ],
    ['credential', 'another credential id', () => ({ ...signed(), credential_id: otherPhone.device.credential_id })],
    ['type', 'a registration', () => signed({ client: { type: 'webauthn.create' } })],
    ['challenge', 'another challenge', () => signed({ challenge: Buffer.alloc(32, 8).toString('base64url') })],
    ['origin', 'another origin', () => signed({ client: { origin: 'https://evil.example' } })],
    ['origin', 'a page inside another', () => signed({ client: { crossOrigin: true } })],
    ['relyingParty', 'another relying party', () => signed({ rpId: 'evil.example' })],
    ['userPresent', 'a user who was not present', () => signed({ flags: 0x04 })],
    ['userVerified', 'a user who was not verified', () => signed({ flags: 0x01 })],
  ])('%s: %s', (fault, _, assertion) => {
    expect(faultOf(assertion())).toBe(fault);
  });
});

describe('an ES256 signature', () => {
  const phone = new TestDevice('ES256');
  const challenge = Buffer.alloc(32, 7).toString('base64url');
  const valid = phone.sign({ challenge });
  const faultOf = (signature: Buffer): string | undefined =>
    assertionFault(
      keyOf(phone.device),
      { ...valid, signature: signature.toString('base64url') },
      challenge,
      RELYING_PARTY,
    );
  const der = Buffer.from(valid.signature, 'base64url');
  const rAt = 4;
  const [r, s] = [der.subarray(rAt, rAt + der[3]!), der.subarray(rAt + der[3]! + 2)];
  const integer = (value: Buffer): Buffer => Buffer.concat([Buffer.of(2, value.length), value]);
  const sequence = (...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    return Buffer.concat([Buffer.of(0x30, body.length), body]);
  };
  const raw = (value: Buffer): Buffer => Buffer.concat([Buffer.alloc(32), value]).subarray(-32);

  it('has one encoding', () => {
    expect(faultOf(sequence(integer(r), integer(s)))).toBeUndefined();
    expect(faultOf(sequence(integer(Buffer.concat([Buffer.of(0), r])), integer(s)))).toBe('signature');
    expect(faultOf(Buffer.concat([Buffer.of(0x30, 0x81, der[1]!), der.subarray(2)]))).toBe('signature');
    expect(faultOf(sequence(integer(r), integer(s), Buffer.of(5, 0)))).toBe('signature');
    expect(faultOf(Buffer.concat([raw(r), raw(s)]))).toBe('signature');
    expect(faultOf(sequence(integer(Buffer.of(0)), integer(Buffer.of(0))))).toBe('signature');
  });
});
