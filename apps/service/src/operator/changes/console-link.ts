import { hash, randomBytes } from 'node:crypto';
import { isoTime } from '../../session/iso-time.ts';
import type { ConsoleRole } from '../../storage/port/store.ts';
import { LOGIN_FRAGMENT } from '../wire/login-fragment.ts';
import type { Acting } from '../row/action.ts';

/** Long enough to copy a link from a terminal into a browser. */
export const LINK_LIFETIME_MS = 10 * 60_000;
/** Long enough to send a link to a merchant. */
export const MERCHANT_LINK_LIFETIME_MS = 24 * 60 * 60_000;

export const newConsoleToken = (): string => randomBytes(32).toString('base64url');

/** 256 random bits need no slow hash. */
export const consoleTokenHash = (token: string): string => hash('sha256', token);

export async function makeConsoleLink(
  { store, now, entry }: Pick<Acting, 'store' | 'now' | 'entry'>,
  {
    url,
    role,
    name,
    merchantId = null,
    lifetimeMs = LINK_LIFETIME_MS,
  }: { url: string; role: ConsoleRole; name: string; merchantId?: string | null; lifetimeMs?: number },
): Promise<{ readonly url: string; readonly role: ConsoleRole; readonly expires_at: string | null }> {
  const token = newConsoleToken();
  const expiresAt = now() + lifetimeMs;
  const actor = `${merchantId === null ? 'console' : 'merchant'}:${name}`;
  const link = { hash: consoleTokenHash(token), role, merchantId, actor, expiresAt };
  await store.console.addLink(link, entry(merchantId ?? role, { expires_at: isoTime(expiresAt) }));
  return { url: `${url}/#${LOGIN_FRAGMENT}=${token}`, role, expires_at: isoTime(expiresAt) };
}
