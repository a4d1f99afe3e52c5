import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

/** HMAC-SHA-256 in base64url. `text` begins with its purpose, so that one secret serves several kinds of token. */
export function mac(secret: KeyObject, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** Compares in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
