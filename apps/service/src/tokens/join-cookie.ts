import type { KeyObject } from 'node:crypto';
import { LIMITS } from '@authly/contract/wire/limits';
import { isSameText, mac } from './mac.ts';

export const JOIN_COOKIE = '__Host-authly-join';

const MOST_PROOFS = 8;
const PROOF = /^[\w-]{43}$/;

/**
 * Proves that a claim comes from the browser of the hosted page. A browser may show the pages of several sessions, so the cookie has their newest
 * proofs. They are derived, not stored. Scripts cannot read them, and other sites cannot make a browser send them. `held`: the cookie so far.
 */
export function joinCookie(secret: KeyObject, sessionId: string, held = ''): string {
  const own = proof(secret, sessionId);
  const others = held.split('.').filter((each) => PROOF.test(each) && each !== own);
  const proofs = [own, ...others].slice(0, MOST_PROOFS).join('.');
  return `${JOIN_COOKIE}=${proofs}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${LIMITS.sessionLifetimeMaxS}`;
}

export function isJoinCookie(secret: KeyObject, sessionId: string, held = ''): boolean {
  const own = proof(secret, sessionId);
  return held.split('.', MOST_PROOFS).some((each) => isSameText(own, each));
}

const proof = (secret: KeyObject, sessionId: string): string => mac(secret, `authly:join:v1:${sessionId}`);
