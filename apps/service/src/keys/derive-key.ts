import { hkdfSync } from 'node:crypto';
import type { KeyPurpose } from '../config/key-purposes.ts';
import { MASTER_KEY_BYTES, type MasterKey } from '../config/master-key.ts';

/** Keys by their purpose, and webhook secrets. */
export type SealPurpose = KeyPurpose | 'webhook-secret';

/** One derived key for each purpose: a seal of one purpose cannot be used for another. */
export const sealingKey = (master: MasterKey, purpose: SealPurpose): Buffer => derivedKey(master, `seal:v1:${purpose}`);

/** The key of the hashes that verification attempts are counted by. */
export const attemptsKey = (master: MasterKey): Buffer => derivedKey(master, 'attempts:v1');

const derivedKey = (master: MasterKey, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master.bytes, new Uint8Array(0), `authly:${use}`, MASTER_KEY_BYTES));
