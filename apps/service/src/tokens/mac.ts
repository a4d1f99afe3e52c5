import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Creating a key object costs more than the MAC, so it is cached for each secret. */
const keys = new WeakMap<Uint8Array, KeyObject>();

/** HMAC-SHA-256 in base64url. `text` begins with its purpose, so that one secret serves several kinds of token. */
export function mac(secret: Uint8Array, text: string): string {
  let key = keys.get(secret);
  if (key === undefined) keys.set(secret, (key = createSecretKey(secret)));
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Compares in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
