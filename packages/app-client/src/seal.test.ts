import { createDecipheriv } from 'node:crypto';
import VECTORS from '@authly/contract/sealing-vectors.json' with { type: 'json' };
import { beforeAll, describe, expect, it } from 'vitest';
import { testSealing, type TestSealing } from '../../../apps/service/test/test-sealing.ts';
import { seal } from './seal.ts';

const template = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) % 256);
let sealing: TestSealing;
beforeAll(async () => {
  sealing = await testSealing();
});

describe('sealing a template', () => {
  it('the service opens the app’s features for their finger and for no other', async () => {
    const { features, enc_key: encKey, finger } = await seal(template, 'RI', sealing.seal);
    expect(finger).toBe('RI');
    expect(await sealing.open({ payload: { finger }, features, encKey })).toEqual(template);
    expect(await sealing.open({ payload: { finger: 'LI' }, features, encKey })).toBeUndefined();
  });

  it('features are a 12-byte IV, the ciphertext and a 16-byte tag; enc_key names the key and holds 65 + 48 bytes', async () => {
    const { features, enc_key } = await seal(template, 'LM', sealing.seal);
    expect(Buffer.from(features, 'base64')).toHaveLength(12 + template.length + 16);
    const [version, keyId, base64] = enc_key.split('.');
    expect([version, keyId]).toEqual(['v2', sealing.seal.key_id]);
    expect(Buffer.from(base64!, 'base64')).toHaveLength(65 + 48);
  });

  it('never uses a key, an ephemeral key or an IV twice', async () => {
    const [one, two] = await Promise.all([seal(template, 'RM', sealing.seal), seal(template, 'RM', sealing.seal)]);
    expect(one.enc_key.slice(0, 120)).not.toBe(two.enc_key.slice(0, 120));
    expect(one.features.slice(0, 16)).not.toBe(two.features.slice(0, 16));
  });

  it('binds features to the text of the published vectors', async () => {
    const [vector] = VECTORS.vectors;
    const sealed = Buffer.from(vector!.features, 'base64');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      Buffer.from(vector!.content_key_hex, 'hex'),
      sealed.subarray(0, 12),
    );
    decipher.setAAD(Buffer.from(`authly:fingerprint:v2:${vector!.context}:${vector!.finger}`));
    decipher.setAuthTag(sealed.subarray(-16));
    const record = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    expect(record.toString('base64')).toBe(vector!.record_base64);
  });

  it('refuses an unknown version and an invalid public key', async () => {
    await expect(seal(template, 'RI', { ...sealing.seal, version: 3 as 2 })).rejects.toThrow('does not know');
    const noPoint = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64');
    await expect(seal(template, 'RI', { ...sealing.seal, public_key: noPoint })).rejects.toThrow('deserialization');
  });
});
