import { createCipheriv, randomBytes } from 'node:crypto';
import { SEALED } from '@authly/contract/sealed-for';
import type { SealedFeatures } from './biometric-type.ts';

/** What an app does before it sends: the way back of `openFeatures`, under a new key each time. */
export function sealFeatures(template: Uint8Array, boundTo: string): SealedFeatures {
  const key = randomBytes(SEALED.keyBytes);
  const iv = randomBytes(SEALED.ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo, 'ascii'));
  const features = Buffer.concat([iv, cipher.update(template), cipher.final(), cipher.getAuthTag()]);
  return { features: features.toString('base64'), encKey: key.toString('base64') };
}
