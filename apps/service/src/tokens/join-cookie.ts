import { isSameText, mac } from './mac.ts';

/** Proves that a claim comes from the browser of the hosted page. A browser may have several sessions open, so each has its own name. */
export const joinCookieName = (sessionId: string): string => `__Host-authly-join-${sessionId}`;

/** Derived, not stored. Scripts cannot read it, and other sites cannot make a browser send it. */
export const joinCookie = (secret: Uint8Array, sessionId: string, lifetimeMs: number): string =>
  cookie(sessionId, proof(secret, sessionId), Math.ceil(lifetimeMs / 1000));

/** Removes the cookie after an app has joined, so that a browser does not send the cookies of all its sessions. */
export const noJoinCookie = (sessionId: string): string => cookie(sessionId, '', 0);

const cookie = (sessionId: string, value: string, maxAgeS: number): string =>
  `${joinCookieName(sessionId)}=${value}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${maxAgeS}`;

export const isJoinCookie = (secret: Uint8Array, sessionId: string, value: string | undefined): boolean =>
  value !== undefined && isSameText(proof(secret, sessionId), value);

const proof = (secret: Uint8Array, sessionId: string): string => mac(secret, `authly:join:v1:${sessionId}`);
