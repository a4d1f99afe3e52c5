import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../../../apps/service/src/capture/fingerprint.ts';
import { seal } from './seal.ts';

const template = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) % 256);

describe('sealing a template', () => {
  it('the service opens what the app sealed', async () => {
    const { features, enc_key: encKey, finger } = await seal(template, 'RI');
    expect(finger).toBe('RI');
    expect(fingerprint.open({ payload: { finger: 'RI' }, features, encKey })).toEqual(template);
  });

  it('opens only as the finger that it was sealed for', async () => {
    const { features, enc_key: encKey } = await seal(template, 'RI');
    expect(fingerprint.open({ payload: { finger: 'LI' }, features, encKey })).toBeUndefined();
  });

  it('features are a 12-byte IV, the ciphertext and a 16-byte tag; the key has 32 bytes', async () => {
    const { features, enc_key: encKey } = await seal(template, 'LM');
    expect(Buffer.from(features, 'base64')).toHaveLength(12 + template.length + 16);
    expect(Buffer.from(encKey, 'base64')).toHaveLength(32);
  });

  it('never uses a key or an IV twice', async () => {
    const [one, two] = await Promise.all([seal(template, 'RM'), seal(template, 'RM')]);
    expect(one.enc_key).not.toBe(two.enc_key);
    expect(one.features.slice(0, 16)).not.toBe(two.features.slice(0, 16));
  });
});
