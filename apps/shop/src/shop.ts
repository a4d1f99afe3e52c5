import { AuthlyError, createBioApi, type AuthlyClient } from '@authly/merchant';
import { sqliteEnrollments, sqliteNonces } from '@authly/merchant/stores/sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { shopOrders } from './orders.ts';
import { removeFinger } from './samples/remove-finger.ts';
import { shopSessions, type SessionOptions } from './sessions.ts';
import { tracedBioApi, type Trace } from './trace.ts';
import { shopUsers, signIn, type User } from './users.ts';
import type { Panel } from './wire.ts';
import { WEBHOOK_PATH, webhookReceiver } from './webhook.ts';

export interface ShopConfig {
  readonly host: string;
  readonly port: number;
  readonly certFile: string;
  readonly keyFile: string;
  readonly shopUrl: string;
  readonly dataDir: string;
  readonly authly: Record<'baseUrl' | 'merchantId' | 'clientId' | 'clientSecret', string>;
  /** `whsec_…`. Absent: no events. */
  readonly webhookSecret?: string | undefined;
  readonly deviceBinding: string;
}

interface ShopParts {
  readonly authly: AuthlyClient;
  readonly db: DatabaseSync;
  readonly trace: Trace;
  /** Changes the merchant's setting, which only an operator can. */
  readonly bindDevices: (mode: string) => void;
}

export function createShop(
  { shopUrl, webhookSecret, deviceBinding, authly: { merchantId, baseUrl } }: ShopConfig,
  { authly, db, trace, bindDevices }: ShopParts,
): (request: Request) => Promise<Response> {
  const users = shopUsers(db);
  const orders = shopOrders(db);
  const session = signIn(users);
  const enrollments = sqliteEnrollments(db);
  const bioApi = tracedBioApi(trace, users, enrollments, (store) =>
    createBioApi({ merchantId, baseUrl, store, nonces: sqliteNonces(db), publicBasePath: '/bio' }),
  );

  let binding = deviceBinding;
  const sessions = shopSessions({ authly, users, enrollments, orders, trace, shopUrl });
  const webhook = webhookReceiver({
    secret: webhookSecret,
    trace,
    userOf: (sessionId) => sessions.userOf(sessionId),
    settle: (user, sessionId) => sessions.result(user, sessionId),
  });

  async function route(request: Request): Promise<Response> {
    const call = callOf(request);
    const user = session.userOf(request);
    const body = request.method === 'POST' ? await bodyOf(request) : {};
    if (body === undefined) return json(415, { error: 'json_only' });
    if (call === 'GET /api/me') {
      const me = user && { name: user.name, enrolled_finger: user.finger, orders: orders.latest(user.ref) };
      return json(200, me ? { ...me, device_binding: binding } : null);
    }
    if (call === 'POST /api/sign-in') {
      const cookie = session.begin(body['name']);
      return cookie === undefined ? json(400, { error: 'unknown_user' }) : json(200, {}, { 'set-cookie': cookie });
    }
    if (user === undefined) return json(401, { error: 'sign_in_first' });
    const after = new URL(request.url).searchParams.get('after');
    return trace.of(user.name, () => routeOf(user, call, body, Number(after)));
  }

  function panelOf(user: User, after: number): Panel {
    const session = sessions.latestOf(user);
    return { session: session ?? null, docs_url: `${baseUrl}/docs`, calls: trace.after(user.name, after, session) };
  }

  async function routeOf(user: User, call: string, body: Record<string, unknown>, after: number): Promise<Response> {
    if (call === 'GET /api/trace') return json(200, panelOf(user, after));
    if (call === 'POST /api/device-binding') {
      bindDevices((binding = String(body['mode'])));
      return json(202, {});
    }
    if (call === 'POST /api/remove-finger') return removeFinger(user.ref, enrollments, users).then(() => json(200, {}));
    if (call === 'POST /api/pay-by-card') return json(201, orders.payByCard(user.ref));
    if (call === 'POST /api/pay' && user.finger === null) return json(409, { error: 'enroll_first' });
    if (call === 'POST /api/enroll' || call === 'POST /api/pay') trace.startOver(user.name);
    if (call === 'POST /api/enroll') return json(201, await sessions.enroll(user, sessionOptions(body)));
    if (call === 'POST /api/pay') return json(201, await sessions.pay(user, sessionOptions(body)));
    const [, read, cancel] =
      /^(?:GET \/api\/sessions\/([\w-]+)|POST \/api\/sessions\/([\w-]+)\/cancel)$/.exec(call) ?? [];
    if (read !== undefined) return json(200, await sessions.result(user, read));
    if (cancel !== undefined) return json(200, await authly.cancel(cancel, user.ref));
    return json(404, { error: 'not_found' });
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/bio/')) return bioApi(request);
    if (pathname === WEBHOOK_PATH) return webhook(request);
    // An unknown address leads to the shop.
    if (!pathname.startsWith('/api/')) return new Response(null, { status: 303, headers: { location: '/' } });
    try {
      return await route(request);
    } catch (error) {
      if (error instanceof AuthlyError) return json(STATUS_OF[error.code] ?? 502, { error: error.code });
      console.error(error);
      return json(500, { error: 'internal_error' });
    }
  };
}

const callOf = ({ method, url }: Request): string => `${method} ${new URL(url).pathname}`;

const sessionOptions = ({ locale, sandbox_outcome }: Record<string, unknown>): SessionOptions => ({
  ...(typeof locale === 'string' && { locale }),
  ...(typeof sandbox_outcome === 'string' && { metadata: { sandbox_outcome } }),
});

/** Refusals that the customer causes. All others are 502. */
const STATUS_OF: Partial<Record<AuthlyError['code'], number>> = {
  session_not_found: 404,
  merchant_mismatch: 404,
  merchant_user_ref_mismatch: 404,
  session_finalized: 409,
  invalid_session_transition: 409,
};

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });

/** JSON only: another site's form cannot send it. */
async function bodyOf(request: Request): Promise<Record<string, unknown> | undefined> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/json') return undefined;
  const body: unknown = await request.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined;
}
