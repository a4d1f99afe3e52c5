import { createHash, randomBytes } from 'node:crypto';
import { isoTime } from '../../session/iso-time.ts';
import type { ConsoleRole } from '../../storage/port/store.ts';
import { LOGIN_FRAGMENT } from '../wire/login-fragment.ts';
import type { Acting } from '../row/action.ts';

/** Long enough to copy a link from a terminal into a browser. */
export const LINK_LIFETIME_MS = 10 * 60_000;
/** Long enough to send a link to a merchant. */
export const MERCHANT_LINK_LIFETIME_MS = 24 * 60 * 60_000;

const OF_MERCHANT = 'merchant.';

const isOfMerchant = (token: string): boolean => token.startsWith(OF_MERCHANT);

export const newConsoleToken = (ofMerchant: boolean): string =>
  (ofMerchant ? OF_MERCHANT : '') + randomBytes(32).toString('base64url');

/** The cookie of the sign-in that a link begins. */
export const signInToken = (link: string): string => newConsoleToken(isOfMerchant(link));

/** 256 random bits need no slow hash. A process of an earlier release does not know the role `merchant`, and must not find its links and sign-ins. */
export const consoleTokenHash = (token: string): string =>
  createHash('sha256')
    .update(isOfMerchant(token) ? `merchant\n${token}` : token)
    .digest('hex');

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
  const token = newConsoleToken(merchantId !== null);
  const expiresAt = now() + lifetimeMs;
  const actor = `${merchantId === null ? 'console' : 'merchant'}:${name}`;
  const link = { hash: consoleTokenHash(token), role, merchantId, actor, expiresAt };
  await store.console.addLink(link, entry(merchantId ?? role, { expires_at: isoTime(expiresAt) }));
  return { url: `${url}/#${LOGIN_FRAGMENT}=${token}`, role, expires_at: isoTime(expiresAt) };
}
