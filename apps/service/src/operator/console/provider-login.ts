import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import { consoleTokenHash, newConsoleToken } from '../changes/console-link.ts';
import type { Logger } from '../../observability/log.ts';
import type { ConsoleContext } from './endpoint.ts';
import { merchantIn, newSignInId } from './login.ts';
import type { Access, Account, PendingSignIn, Provider } from './provider.ts';
import { cookieValue } from '../../http/cookie-value.ts';
import { cookieOf } from './signed-in.ts';
import { PROVIDER_CALLBACK_PATH, REFUSED_FRAGMENT, type SignInRefusal } from '../wire/wire.ts';

const COOKIE = '__Host-authly-console-provider';
/** The time for a sign-in at the provider. */
const PENDING_S = 600;
/** Lax: the redirect back from the provider is a cross-site navigation. */
const pendingCookie = (value: string, maxAgeS: number): string =>
  `${COOKIE}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}`;

type ProviderLogin = ConsoleContext & { readonly provider: Provider; readonly log: Logger };

/** Redirects to the provider and handles the callback. The page shows why a sign-in failed. */
export function addProviderLogin(fastify: FastifyInstance, parts: ProviderLogin): void {
  const { provider, log } = parts;
  const refuse = (reply: FastifyReply, why: SignInRefusal): FastifyReply =>
    reply.redirect(`/#${REFUSED_FRAGMENT}=${why}`, 303);

  const authorize: RouteHandlerMethod = async (request, reply) => {
    try {
      const { url, pending } = await provider.authorize();
      const { state, nonce, verifier } = pending;
      reply.header('Set-Cookie', pendingCookie([state, nonce, verifier].join('.'), PENDING_S));
      return reply.redirect(url, 303);
    } catch (error) {
      log.warn({ request_id: request.id, err: error }, 'console sign-in provider unavailable');
      return refuse(reply, 'provider_unavailable');
    }
  };

  const callback: RouteHandlerMethod = async (request, reply) => {
    const pending = pendingSignIn(cookieValue(request.headers.cookie, COOKIE));
    reply.header('Set-Cookie', pendingCookie('', 0));
    if (pending === undefined) return refuse(reply, 'not_signed_in');
    const [, query = ''] = (request.raw.url ?? '').split('?', 2);
    let account: Account;
    try {
      account = await provider.callback(query, pending);
    } catch (error) {
      // The provider's message may contain a code or a token.
      const reason = (error as { code?: string }).code ?? 'unknown';
      log.warn({ request_id: request.id, reason }, 'console sign-in failed at the provider');
      return refuse(reply, 'not_signed_in');
    }
    const { subject, access } = account;
    const merchantId = access?.merchantId ?? null;
    if (
      access === undefined ||
      (merchantId !== null && (await parts.store.merchants.find(merchantId))?.suspendedAt !== null)
    ) {
      log.warn({ request_id: request.id, subject }, 'console sign-in refused: the account has no role');
      return refuse(reply, 'not_allowed');
    }
    // A second header: the first one clears the other cookie.
    reply.header('Set-Cookie', cookieOf(await begin(parts, account, access)));
    return reply.redirect('/', 303);
  };

  fastify.route({ method: 'GET', url: '/oidc/begin', handler: authorize });
  fastify.route({ method: 'GET', url: PROVIDER_CALLBACK_PATH, handler: callback });
}

async function begin({ store, now }: ConsoleContext, { subject, name }: Account, access: Access): Promise<string> {
  const { merchantId } = access;
  const token = newConsoleToken();
  const at = now();
  // Not `console:`: an account of the provider may have the name of a local login.
  const actor = `oidc:${subject}`;
  const signIn = { id: newSignInId(), hash: consoleTokenHash(token), ...access, actor, beganAt: at, usedAt: at };
  const detail = { role: access.role, ...merchantIn(merchantId), by: 'provider', name };
  await store.console.begin(signIn, { at, actor, action: 'console.login', subject: signIn.id, detail });
  return token;
}

/** The browser may have changed the cookie: the provider's response is checked against it. */
function pendingSignIn(cookie: string | undefined): PendingSignIn | undefined {
  const [state, nonce, verifier] = (cookie ?? '').split('.');
  return state && nonce && verifier ? { state, nonce, verifier } : undefined;
}
