import { hash, randomBytes } from 'node:crypto';
import { isSameText, mac } from './mac.ts';

/**
 * 256 bits that an app proves itself with, for one session. With a nonce it is derived from link token and nonce, so that an app
 * whose reply was lost gets the same one again, and nobody who lacks the nonce does. Without, it is random.
 */
export const appToken = (secret: Uint8Array, linkToken: string, appNonce: string | undefined): string =>
  appNonce === undefined
    ? randomBytes(32).toString('base64url')
    : mac(secret, `authly:app:v1:${linkToken}\n${appNonce}`);

export const hashAppToken = (token: string): string => hash('sha256', token, 'hex');

export const isAppToken = (token: string, storedHash: string): boolean => isSameText(hashAppToken(token), storedHash);
