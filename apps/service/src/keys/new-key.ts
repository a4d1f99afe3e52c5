import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Environment } from '../environment.ts';
import type { Instant } from '../session/session.ts';
import type { KeyPurpose, KeyRecord } from './key-record.ts';
import type { MasterKey } from './master-key.ts';
import { seal } from './seal.ts';

const ID_PREFIX: Record<KeyPurpose, string> = {
  'bio-signing': 'bio',
  'access-token': 'tok',
  'hosted-token': 'hst',
  'audit-head': 'aud',
};

export interface NewKey {
  readonly purpose: KeyPurpose;
  readonly environment: Environment;
  readonly master: MasterKey;
  readonly now: Instant;
  readonly activatesAt: Instant;
}

/** Makes a key and seals its private part at once: outside this function the plain private part does not exist. */
export function newKey({ purpose, environment, master, now, activatesAt }: NewKey): KeyRecord {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
  const id = `${ID_PREFIX[purpose]}_${environment}_${day}_${randomBytes(5).toString('hex')}`;
  const { publicKey, privatePart } =
    purpose === 'hosted-token' ? { publicKey: null, privatePart: randomBytes(32) } : ed25519();
  const sealed = seal(master, { environment, purpose, keyId: id }, privatePart);
  privatePart.fill(0);
  return { purpose, id, publicKey, sealed, createdAt: now, activatesAt, removedAt: null };
}

function ed25519(): { publicKey: string; privatePart: Buffer } {
  const pair = generateKeyPairSync('ed25519');
  return {
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privatePart: pair.privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}
