import type { KeyObject } from 'node:crypto';
import { isSessionId } from '../session/session-id.ts';
import { isSameText, mac } from './mac.ts';

/** Derived, not stored, so that a replayed creation returns the same token. */
export const hostedToken = (secret: KeyObject, sessionId: string): string =>
  `${sessionId}.${mac(secret, `authly:hosted:v1:${sessionId}`)}`;

/** Not verified. Undefined if it does not have the form of a token. */
export function sessionOfHostedToken(token: string): string | undefined {
  const id = token.slice(0, token.indexOf('.'));
  return isSessionId(id) ? id : undefined;
}

export const isHostedToken = (secret: KeyObject, sessionId: string, token: string): boolean =>
  isSameText(hostedToken(secret, sessionId), token);
