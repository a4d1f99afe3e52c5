import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { attempted } from '../runtime/attempted.ts';
import type { Environment } from '../runtime/environment.ts';
import type { StoredPurpose } from '../config/key-purposes.ts';
import { MASTER_KEY_BYTES, type MasterKey } from '../config/master-key.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const NO_SALT = new Uint8Array(0);

export type SealPurpose = StoredPurpose | 'webhook-secret';

/** Each purpose has its own derived key, so a seal of one purpose is invalid for another. */
export const sealingKey = (master: MasterKey, purpose: SealPurpose): KeyObject =>
  createSecretKey(
    Buffer.from(hkdfSync('sha256', master.bytes, NO_SALT, `authly:seal:v1:${purpose}`, MASTER_KEY_BYTES)),
  );

/** A seal is bound to these, so that rows cannot be swapped. */
export interface SealContext {
  readonly environment: Environment;
  readonly purpose: SealPurpose;
  readonly keyId: string;
}

export class SealError extends Error {
  constructor(context: SealContext) {
    super(
      `key ${context.keyId} (${context.purpose}) cannot be decrypted: it was encrypted with another master key, or its row was changed`,
    );
    this.name = 'SealError';
  }
}

/** Also binds a webhook secret to its merchant. */
export const webhookSecretContext = (environment: Environment, merchantId: string, secretId: string): SealContext => ({
  environment,
  purpose: 'webhook-secret',
  keyId: sealedId(merchantId, secretId),
});

/** What the seal of a row names. `merchantId` is empty for a key of this cell. */
export const sealedId = (merchantId: string, id: string): string => (merchantId === '' ? id : `${merchantId}/${id}`);

const associatedData = ({ environment, purpose, keyId }: SealContext): Buffer =>
  Buffer.from(`${environment}\n${purpose}\n${keyId}`);

/** AES-256-GCM: IV, ciphertext, tag. */
export function seal(master: MasterKey, context: SealContext, plain: Uint8Array): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(master, context.purpose), iv);
  cipher.setAAD(associatedData(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export function unseal({ bytes, previous }: MasterKey, context: SealContext, sealed: Uint8Array): Buffer {
  try {
    return unsealWith({ bytes }, context, sealed);
  } catch (error) {
    if (previous === undefined) throw error;
    return unsealWith({ bytes: previous }, context, sealed);
  }
}

export const isCurrent = ({ bytes }: MasterKey, context: SealContext, sealed: Uint8Array): boolean =>
  attempted(() => unsealWith({ bytes }, context, sealed).fill(0)) !== undefined;

function unsealWith(master: MasterKey, context: SealContext, sealed: Uint8Array): Buffer {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new SealError(context);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(master, context.purpose), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(context));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const plain = decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES));
  if (attempted(() => decipher.final()) !== undefined) return plain;
  plain.fill(0);
  throw new SealError(context);
}
