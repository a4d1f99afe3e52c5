import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Environment } from '../config/environment.ts';
import { type MasterKey } from '../config/master-key.ts';
import { sealingKey, type SealPurpose } from './derive-key.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Where a sealed key belongs. It is bound into the seal, so that rows cannot be swapped. */
export interface SealedPlace {
  readonly environment: Environment;
  readonly purpose: SealPurpose;
  readonly keyId: string;
}

export class SealError extends Error {
  constructor(place: SealedPlace) {
    super(
      `key ${place.keyId} (${place.purpose}) does not open: the master key is not the one it was sealed under, or the row was changed`,
    );
    this.name = 'SealError';
  }
}

/** A secret that signs webhooks: bound to its merchant, too. */
export const webhookSecretPlace = (environment: Environment, merchantId: string, secretId: string): SealedPlace => ({
  environment,
  purpose: 'webhook-secret',
  keyId: webhookSecretKeyId(merchantId, secretId),
});
export const webhookSecretKeyId = (merchantId: string, secretId: string): string => `${merchantId}/${secretId}`;

const associatedData = ({ environment, purpose, keyId }: SealedPlace): Buffer =>
  Buffer.from(`${environment}\n${purpose}\n${keyId}`);

/** AES-256-GCM: IV, ciphertext, tag. */
export function seal(master: MasterKey, place: SealedPlace, plain: Uint8Array): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(master, place.purpose), iv);
  cipher.setAAD(associatedData(place));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export function unseal(master: MasterKey, place: SealedPlace, sealed: Uint8Array): Buffer {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new SealError(place);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(master, place.purpose), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(place));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
  } catch {
    throw new SealError(place);
  }
}
