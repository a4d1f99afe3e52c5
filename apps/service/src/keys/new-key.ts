import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Environment } from '../runtime/environment.ts';
import type { Instant } from '../session/session.ts';
import { SIGNING_PURPOSES, type StoredPurpose } from '../config/key-purposes.ts';
import type { KeyRecord } from './key-record.ts';
import type { MasterKey } from '../config/master-key.ts';
import { seal } from './seal.ts';

const ID_PREFIX: Record<StoredPurpose, string> = {
  'bio-signing': 'bio',
  'access-token': 'tok',
  'hosted-token': 'hst',
  'audit-head': 'aud',
  'capture-sealing': 'cap',
  'cell-transfer': 'cel',
  'store-secret': 'sec',
};

interface NewKey {
  readonly purpose: StoredPurpose;
  readonly environment: Environment;
  readonly master: MasterKey;
  readonly now: Instant;
  readonly activatesAt: Instant;
  readonly made?: MadeKey | undefined;
}

export interface MadeKey {
  readonly id: string;
  readonly publicKey: string | null;
  readonly privatePart: Buffer;
}

export function newKeyId({ purpose, environment, now }: Pick<NewKey, 'purpose' | 'environment' | 'now'>): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
  return `${ID_PREFIX[purpose]}_${environment}_${day}_${randomBytes(5).toString('hex')}`;
}

/** The plain private key does not leave this function. */
export function newKey({ purpose, environment, master, now, activatesAt, made }: NewKey): KeyRecord {
  const { id, publicKey, privatePart } = made ?? { id: newKeyId({ purpose, environment, now }), ...keyPair(purpose) };
  const sealed = seal(master, { environment, purpose, keyId: id }, privatePart);
  privatePart.fill(0);
  return {
    merchantId: '',
    purpose,
    id,
    publicKey,
    sealed,
    createdAt: now,
    activatesAt,
    removedAt: null,
    lastUsedAt: null,
  };
}

function keyPair(purpose: StoredPurpose): Omit<MadeKey, 'id'> {
  if (!SIGNING_PURPOSES.some((each) => each === purpose)) return { publicKey: null, privatePart: randomBytes(32) };
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privatePart: privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}
