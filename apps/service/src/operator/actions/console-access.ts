import { createHash, randomBytes } from 'node:crypto';
import type { ConsoleRole, ConsoleSignIn } from '../../storage/store.ts';
import { isoTime, NotFoundError, type Operator } from './operator.ts';
import { LOGIN_FRAGMENT, type SignInView } from './views.ts';

/** Long enough to copy a link from a terminal into a browser. */
export const LINK_LIFETIME_MS = 10 * 60_000;

export const newConsoleToken = (): string => randomBytes(32).toString('base64url');

/** 256 random bits need no slow hash. */
export const consoleTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A link that signs in once. */
export async function makeConsoleLink(
  { store, now, auditEntry }: Pick<Operator, 'store' | 'now' | 'auditEntry'>,
  {
    url,
    role,
    name,
    lifetimeMs = LINK_LIFETIME_MS,
  }: { url: string; role: ConsoleRole; name: string; lifetimeMs?: number },
): Promise<{ readonly url: string; readonly role: ConsoleRole; readonly expires_at: string | null }> {
  const token = newConsoleToken();
  const expiresAt = now() + lifetimeMs;
  const link = { hash: consoleTokenHash(token), role, actor: `console:${name}`, expiresAt };
  await store.console.addLink(link, auditEntry('console.link', role, { expires_at: isoTime(expiresAt) }));
  return { url: `${url}/#${LOGIN_FRAGMENT}=${token}`, role, expires_at: isoTime(expiresAt) };
}

const signInView = ({ id, role, actor, beganAt, usedAt }: ConsoleSignIn): SignInView => ({
  sign_in_id: id,
  actor,
  role,
  began_at: isoTime(beganAt),
  used_at: isoTime(usedAt),
});

export const listSignIns = async ({ store }: Pick<Operator, 'store'>): Promise<SignInView[]> =>
  (await store.console.list()).map(signInView);

export async function endSignIn(
  { store, auditEntry }: Pick<Operator, 'store' | 'auditEntry'>,
  id: string,
): Promise<void> {
  if (!(await store.console.end(id, auditEntry('console.logout', id))))
    throw new NotFoundError('sign-in', id, 'authly console list');
}
