import { createHash, timingSafeEqual } from 'node:crypto';
import { consoleTokenHash } from '../actions/console-access.ts';
import type { ConsoleSignIn, Store } from '../storage/store.ts';

/** Who does nothing for so long is signed out; and whoever does something, after a working day. */
export const IDLE_MS = 30 * 60_000;
export const LONGEST_MS = 12 * 60 * 60_000;
/** How exactly the last use is kept: each request would be a write. */
const USED_EVERY_MS = 60_000;

/** `__Host-`: this host alone, over TLS alone, whatever its neighbours set. */
const COOKIE = '__Host-authly-console';

export const cookieOf = (token: string): string =>
  `${COOKIE}=${token}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${LONGEST_MS / 1000}`;
export const NO_COOKIE = `${COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`;

export function cookieValue(header: string | undefined, name: string = COOKIE): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Whom a cookie signs in, unless their time is over. */
export async function signedIn(
  access: Store['console'],
  cookies: string | undefined,
  now: number,
): Promise<{ readonly token: string; readonly signIn: ConsoleSignIn } | undefined> {
  const token = cookieValue(cookies);
  if (token === undefined || token === '') return undefined;
  const signIn = await access.find(consoleTokenHash(token));
  return signIn === undefined || isOver(signIn, now) ? undefined : { token, signIn };
}

export const isOver = ({ beganAt, usedAt }: ConsoleSignIn, now: number): boolean =>
  now >= beganAt + LONGEST_MS || now >= usedAt + IDLE_MS;

/** When it is over unless something is done. */
export const endOf = ({ beganAt, usedAt }: ConsoleSignIn): number => Math.min(beganAt + LONGEST_MS, usedAt + IDLE_MS);

export async function noteUse(access: Store['console'], { hash, usedAt }: ConsoleSignIn, now: number): Promise<void> {
  if (now - usedAt >= USED_EVERY_MS) await access.used(hash, now);
}

/** Follows from the cookie, which no script can read: only a page that was answered with it has it. */
export const proofOf = (token: string): string =>
  createHash('sha256').update(`authly-console-proof\n${token}`).digest('base64url');

export const isProof = (shown: unknown, token: string): boolean =>
  typeof shown === 'string' && timingSafeEqual(digest(shown), digest(proofOf(token)));

/** Of one length, whatever was shown. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
