import { createHash, randomBytes } from 'node:crypto';
import { isoTime } from '../../session/iso-time.ts';
import { CONSOLE_ROLES, type ConsoleRole, type ConsoleSignIn } from '../../storage/port/store.ts';
import { LOGIN_FRAGMENT } from '../wire/login-fragment.ts';
import { action, type Acting } from './action.ts';
import { NotFoundError } from './operator.ts';
import { findMerchant } from './merchant-view.ts';
import { choice, idArgument, idOption } from './params.ts';
import { consoleUrl } from './running-service.ts';

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

const signInView = ({ id, role, actor, beganAt, usedAt }: ConsoleSignIn) => ({
  sign_in_id: id,
  actor,
  role,
  began_at: isoTime(beganAt),
  used_at: isoTime(usedAt),
});

export const CONSOLE_ACCESS = [
  action({
    name: 'console login',
    role: 'terminal',
    text: 'create a one-time sign-in link, valid for 10 minutes',
    examples: ['authly console login --role admin'],
    params: {
      role: choice(CONSOLE_ROLES, {
        flag: '--role <role>',
        description: 'read: view only; admin: also run operator actions',
        default: 'read',
      }),
    },
    audit: 'console.link',
    run: (operator, { role }) =>
      makeConsoleLink(operator, { url: consoleUrl(operator.env), role, name: operator.name }),
    print: ({ url, role, expires_at }) => `${url}\n\nSigns in once with the role ${role}. Valid until ${expires_at}.`,
  }),
  action({
    name: 'console link',
    role: 'terminal',
    text: 'create a one-time sign-in link for the people of a merchant, valid for 24 hours. They see that merchant alone',
    examples: ['authly console link --merchant mch_123'],
    params: { merchant: idOption('--merchant <id>', 'merchant that they see') },
    audit: 'console.link',
    async run(operator, { merchant }) {
      const { id: merchantId } = await findMerchant(operator, merchant);
      const lifetimeMs = MERCHANT_LINK_LIFETIME_MS;
      const link = {
        url: consoleUrl(operator.env),
        role: 'merchant',
        name: merchantId,
        merchantId,
        lifetimeMs,
      } as const;
      return { ...(await makeConsoleLink(operator, link)), merchant_id: merchantId };
    },
    print: ({ url, merchant_id, expires_at }) =>
      `${url}\n\nSigns in once, for ${merchant_id} alone. Valid until ${expires_at}.`,
  }),
  action({
    name: 'console list',
    role: 'admin',
    text: 'list signed-in operators',
    params: {},
    run: async ({ store }) => (await store.console.list()).map(signInView),
    none: 'Nobody is signed in.',
  }),
  action({
    name: 'console end',
    role: 'admin',
    text: 'sign an operator out now, in every process',
    params: { sign_in_id: idArgument() },
    audit: 'console.logout',
    async run({ store, entry }, { sign_in_id }) {
      if (!(await store.console.end(sign_in_id, entry(sign_in_id))))
        throw new NotFoundError('sign-in', sign_in_id, 'authly console list');
      return { sign_in_id, ended: true };
    },
    print: ({ sign_in_id }) => `${sign_in_id} is signed out.`,
  }),
];
