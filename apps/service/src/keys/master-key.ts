import { hkdfSync } from 'node:crypto';
import type { KeyPurpose } from './key-record.ts';

const BYTES = 32;

/** The key that everything at rest is sealed under. It comes from outside the database and is never written by the service. */
export interface MasterKey {
  readonly bytes: Uint8Array;
}

/** Base64 of exactly 32 bytes; undefined for anything else, so that the caller names the setting that is wrong. */
export function parseMasterKey(text: string): MasterKey | undefined {
  const trimmed = text.trim();
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(trimmed)) return undefined;
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.length === BYTES ? { bytes } : undefined;
}

/** What is sealed: keys, each for its purpose, and what signs webhooks. */
export type SealPurpose = KeyPurpose | 'webhook-secret';

/** One derived key a purpose: a seal made for one use opens nothing in another. */
export const sealingKey = (master: MasterKey, purpose: SealPurpose): Buffer => derivedKey(master, `seal:v1:${purpose}`);

/** The key of the hashes that attempts are counted under. */
export const attemptsKey = (master: MasterKey): Buffer => derivedKey(master, 'attempts:v1');

const derivedKey = (master: MasterKey, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master.bytes, new Uint8Array(0), `authly:${use}`, BYTES));
