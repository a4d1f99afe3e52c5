import { createHash, timingSafeEqual } from 'node:crypto';
import { consoleTokenHash } from '../changes/console-link.ts';
import { cookieValue } from '../../http/cookie-value.ts';
import type { ConsoleSignIn, Store } from '../../storage/port/store.ts';

/** A sign-in ends when it is idle for this long, or in any case after a working day. */
export const IDLE_MS = 30 * 60_000;
export const LONGEST_MS = 12 * 60 * 60_000;
/** Not every request causes a write. */
const USED_EVERY_MS = 60_000;

/** `__Host-`: only this host, only over TLS, not set by subdomains. */
const COOKIE = '__Host-authly-console';

export const cookieOf = (token: string): string =>
  `${COOKIE}=${token}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${LONGEST_MS / 1000}`;
export const NO_COOKIE = `${COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`;

/** A merchant that is suspended has no sign-ins. */
export async function signedIn(
  { console: access, merchants }: Pick<Store, 'console' | 'merchants'>,
  cookies: string | undefined,
  now: number,
): Promise<{ readonly token: string; readonly signIn: ConsoleSignIn } | undefined> {
  const token = cookieValue(cookies, COOKIE);
  if (token === undefined || token === '') return undefined;
  const signIn = await access.find(consoleTokenHash(token));
  if (signIn === undefined || isOver(signIn, now)) return undefined;
  if (signIn.merchantId !== null && (await merchants.find(signIn.merchantId))?.suspendedAt !== null) return undefined;
  return { token, signIn };
}

const isOver = ({ beganAt, usedAt }: ConsoleSignIn, now: number): boolean =>
  now >= beganAt + LONGEST_MS || now >= usedAt + IDLE_MS;

export async function noteUse(access: Store['console'], { hash, usedAt }: ConsoleSignIn, now: number): Promise<void> {
  if (now - usedAt >= USED_EVERY_MS) await access.used(hash, now);
}

/** Derived from the cookie, which scripts cannot read: only our own page receives it. */
export const proofOf = (token: string): string =>
  createHash('sha256').update(`authly-console-proof\n${token}`).digest('base64url');

export const isProof = (shown: unknown, token: string): boolean =>
  typeof shown === 'string' && timingSafeEqual(digest(shown), digest(proofOf(token)));

/** Equal lengths for the comparison. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
