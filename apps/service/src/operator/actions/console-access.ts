import { Type } from 'typebox';
import { RefusedError } from '../../runtime/refused-error.ts';
import { isoTime } from '../../session/iso-time.ts';
import { CONSOLE_ROLES, type ConsoleLink, type ConsoleSignIn } from '../../storage/port/store.ts';
import { makeConsoleLink, MERCHANT_LINK_LIFETIME_MS } from '../changes/console-link.ts';
import { action } from '../row/action.ts';
import { CONSOLE_URL, NotFoundError, type Operator } from '../row/operator.ts';
import { findMerchant } from '../reads/merchant-rows.ts';
import { choice, idArgument, idOption } from '../row/params.ts';

const signInView = ({ id, role, merchantId, actor, beganAt, usedAt }: ConsoleSignIn) => ({
  sign_in_id: id,
  actor,
  role,
  merchant_id: merchantId,
  began_at: isoTime(beganAt),
  used_at: isoTime(usedAt),
});

/** A link has no sign-in yet. */
const linkView = ({ role, merchantId, actor, expiresAt }: ConsoleLink) => ({
  sign_in_id: null,
  actor: `link for ${actor}, until ${isoTime(expiresAt)}`,
  role,
  merchant_id: merchantId,
  began_at: null,
  used_at: null,
});

/** The service records it: the settings of this shell may be others. */
async function urlOfConsole({ store }: Operator): Promise<string> {
  const url = await store.settings.get(CONSOLE_URL);
  if (url !== undefined) return url;
  throw new RefusedError('no service with a console has started on this store: start one with AUTHLY_CONSOLE_PORT');
}

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
    run: async (operator, { role }) =>
      makeConsoleLink(operator, { url: await urlOfConsole(operator), role, name: operator.name }),
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
      const { id: merchantId, suspendedAt } = await findMerchant(operator, merchant);
      if (suspendedAt !== null) throw new RefusedError(`${merchantId} is suspended: its people cannot sign in`);
      const lifetimeMs = MERCHANT_LINK_LIFETIME_MS;
      const link = {
        url: await urlOfConsole(operator),
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
    text: 'list who is signed in, and links that nobody has used yet',
    params: {},
    run: async ({ store, now }) => {
      const links = (await store.console.links()).filter(({ expiresAt }) => expiresAt > now());
      return [...(await store.console.list()).map(signInView), ...links.map(linkView)];
    },
    none: 'Nobody is signed in.',
  }),
  action({
    name: 'console end',
    role: 'admin',
    text: 'sign somebody out now, in every process; with --merchant all people of a merchant, and end its links',
    examples: ['authly console end con_123', 'authly console end --merchant mch_123'],
    params: {
      sign_in_id: Type.Optional(idArgument()),
      merchant: Type.Optional(idOption('--merchant <id>', 'end the sign-ins and links of this merchant')),
    },
    audit: 'console.logout',
    async run(operator, { sign_in_id, merchant }) {
      const { store, entry } = operator;
      if ((sign_in_id === undefined) === (merchant === undefined))
        throw new RefusedError('name either a sign-in or a merchant');
      if (merchant !== undefined) {
        await findMerchant(operator, merchant);
        return { merchant_id: merchant, ended: await store.console.endOfMerchant(merchant, entry(merchant)) };
      }
      if (!(await store.console.end(sign_in_id!, entry(sign_in_id!))))
        throw new NotFoundError('sign-in', sign_in_id!, 'authly console list');
      return { sign_in_id, ended: true };
    },
    print: ({ merchant_id, sign_in_id, ended }) =>
      ended
        ? `${sign_in_id ?? `Everybody of ${merchant_id}`} is signed out.`
        : `${merchant_id} has no sign-in and no link.`,
  }),
];
