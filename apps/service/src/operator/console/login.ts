import { randomBytes } from 'node:crypto';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { Type } from 'typebox';
import { consoleTokenHash, newConsoleToken } from '../changes/console-link.ts';
import { auditEntriesBy } from '../row/operator.ts';
import { shape } from '../../http/shape.ts';
import type { ConsoleSignIn } from '../../storage/port/store.ts';
import { VERSION } from '../../runtime/version.ts';
import type { ConsoleContext } from './endpoint.ts';
import { CALLS, mayCall } from './call-routes.ts';
import { requireCaller, requireOwnPage } from './request-checks.ts';
import type { Provider } from './provider.ts';
import { ConsoleError } from './console-error.ts';
import { cookieOf, NO_COOKIE, proofOf, signedIn } from './signed-in.ts';
import type { Presence } from '../wire/wire.ts';

const loginShape = shape(Type.Object({ token: Type.String({ maxLength: 200 }) }, { additionalProperties: false }));

interface LoginOptions extends ConsoleContext {
  readonly url: string;
  readonly provider: Provider | undefined;
}

export function addLogin(fastify: FastifyInstance, options: LoginOptions): void {
  const { store, now, environment, baseUrl } = options;
  const presence = (more: Partial<Presence> = {}): Presence => ({
    signedIn: false,
    hasProvider: options.provider !== undefined,
    environment,
    baseUrl,
    version: VERSION,
    ...more,
  });
  fastify.route({
    method: 'GET',
    url: '/api/presence',
    async handler(request) {
      const found = await signedIn(store, request.headers.cookie, now());
      return presence(found && presenceOf(found));
    },
  });
  const login: RouteHandlerMethod = async (request, reply) => {
    requireOwnPage(request, options.url);
    const { token: link } = loginShape(request.body);
    const token = newConsoleToken();
    const begun = { id: newSignInId(), hash: consoleTokenHash(token), beganAt: now() };
    const signIn = await store.console.redeem(consoleTokenHash(link), begun, ({ role, merchantId, actor }) => ({
      at: now(),
      actor,
      action: 'console.login',
      subject: begun.id,
      detail: { role, ...merchantIn(merchantId), by: 'link' },
    }));
    if (signIn === undefined)
      throw new ConsoleError(
        401,
        'link_used',
        'This link was already used or has expired. Ask your operator for a new one.',
      );
    reply.header('Set-Cookie', cookieOf(token));
    return presence(presenceOf({ token, signIn }));
  };
  fastify.route({ method: 'POST', url: '/api/login', handler: login });
  const logout: RouteHandlerMethod = async (request, reply) => {
    const signIn = await requireCaller(request, options);
    await store.console.end(signIn.id, auditEntriesBy(signIn.actor, now)('console.logout', signIn.id));
    reply.header('Set-Cookie', NO_COOKIE);
    return {};
  };
  fastify.route({ method: 'POST', url: '/api/logout', handler: logout });
}

/** For an audit entry. */
export const merchantIn = (id: string | null): { merchant_id?: string } => (id === null ? {} : { merchant_id: id });

export const newSignInId = (): string => `con_${randomBytes(10).toString('hex')}`;

const presenceOf = ({ token, signIn }: { token: string; signIn: ConsoleSignIn }): Partial<Presence> => ({
  signedIn: true,
  actor: signIn.actor,
  signInId: signIn.id,
  role: signIn.role,
  merchantId: signIn.merchantId,
  calls: CALLS.filter((row) => mayCall(signIn, row)).map(({ name }) => name),
  proof: proofOf(token),
});
