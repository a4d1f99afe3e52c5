import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * 256 bits that an app proves itself with, for one session. With a nonce it is derived from link token and nonce, so that an app
 * whose reply was lost gets the same one again, and nobody who lacks the nonce does. Without, it is random.
 */
export const appToken = (secret: Uint8Array, linkToken: string, appNonce: string | undefined): string =>
  appNonce === undefined
    ? randomBytes(32).toString('base64url')
    : createHmac('sha256', secret).update(`authly:app:v1:${linkToken}\n${appNonce}`).digest('base64url');

export const hashAppToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const isAppToken = (token: string, storedHash: string): boolean =>
  timingSafeEqual(Buffer.from(hashAppToken(token), 'hex'), Buffer.from(storedHash, 'hex'));
