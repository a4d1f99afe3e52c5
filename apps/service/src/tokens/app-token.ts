import { hash, randomBytes, type KeyObject } from 'node:crypto';
import { isSameText, mac } from './mac.ts';

/** With a nonce the token is derived, so that an app whose response was lost gets the same one again. Without a nonce it is random. */
export const appToken = (secret: KeyObject, linkToken: string, appNonce: string | undefined): string =>
  appNonce === undefined
    ? randomBytes(32).toString('base64url')
    : mac(secret, `authly:app:v1:${linkToken}\n${appNonce}`);

export const hashAppToken = (token: string): string => hash('sha256', token, 'hex');

export const isAppToken = (token: string, storedHash: string): boolean => isSameText(hashAppToken(token), storedHash);
