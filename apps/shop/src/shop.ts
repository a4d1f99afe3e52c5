import { AuthlyError, createBioApi, failureGroup, type AuthlyClient } from '@authly/merchant';
import { sqliteEnrollments, sqliteNonces } from '@authly/merchant/stores/sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { notFoundPage } from './not-found-page.ts';
import { shopOrders } from './orders.ts';
import { timelines } from './timeline.ts';
import { tracedBioApi, type Trace } from './trace.ts';
import { shopUsers, signIn, type User } from './users.ts';
import type { Panel } from './wire.ts';
import { WEBHOOK_PATH, webhookReceiver } from './webhook.ts';

type Created = Awaited<ReturnType<AuthlyClient['createEnrollment' | 'createVerification']>>;
type Finger = Parameters<AuthlyClient['createVerification']>[0]['payload']['finger'];

const FINAL = new Set(['succeeded', 'failed', 'expired', 'canceled']);

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

const MAX_BEGUN = 1000;

export function createShop(
  { shopUrl, webhookSecret, deviceBinding, authly: { merchantId, baseUrl } }: ShopConfig,
  { authly, db, trace, bindDevices }: ShopParts,
): (request: Request) => Promise<Response> {
  const users = shopUsers(db);
  const orders = shopOrders(db);
  const moves = timelines();
  const session = signIn(users);
  const bioApi = tracedBioApi(trace, users, sqliteEnrollments(db), (store) =>
    createBioApi({ merchantId, baseUrl, store, nonces: sqliteNonces(db), publicBasePath: '/bio' }),
  );

  let binding = deviceBinding;
  const begun = new Map<string, User['name']>();
  /** The browser gets only the address that it opens. */
  const begin = (user: User, { session_id, popup_url, expires_at }: Created): Response => {
    if (begun.size >= MAX_BEGUN) begun.delete(begun.keys().next().value!);
    begun.set(session_id, user.name);
    moves.begin(user.name, session_id);
    void follow(user, session_id);
    return json(201, { session_id, popup_url, expires_at });
  };
  /** For the panel only: a long poll reports each state. Without a panel the event of the end is enough. */
  const follow = (user: User, sessionId: string): Promise<unknown> =>
    trace.of(user.name, () =>
      authly
        .waitForResult(sessionId, user.ref, { onStatus: (told) => moves.learn(user.name, told) })
        .catch(() => undefined),
    );
  const webhook = webhookReceiver({
    secret: webhookSecret,
    trace,
    userOf: (sessionId) => {
      const name = begun.get(sessionId);
      return name && users.find(name);
    },
    settle: (user, sessionId) => result(user, sessionId),
  });

  async function enroll({ ref }: User, options: SessionOptions): Promise<Created> {
    return authly.createEnrollment({ merchant_user_ref: ref, return_url: `${shopUrl}/`, ...options });
  }

  async function pay({ ref, finger }: User, options: SessionOptions): Promise<Created> {
    const created = await authly.createVerification({
      merchant_user_ref: ref,
      return_url: `${shopUrl}/`,
      payload: { finger: finger as Finger },
      display_text: 'Pay € 9.50',
      ...options,
    });
    orders.begin(ref, created.session_id);
    return created;
  }

  /** The result endpoint is the only proof. The popup's signal is a hint to read it. */
  async function result(user: User, sessionId: string): Promise<Response> {
    const told = await authly.result(sessionId, user.ref);
    const { status, mode, result, expires_at } = told;
    moves.learn(user.name, told);
    if (result !== null && 'enrolled' in result) users.enrolled(user.ref, result.payload.finger);
    const paid = result !== null && 'matched' in result ? result.matched : undefined;
    if (mode === 'verify' && FINAL.has(status)) orders.settle(user.ref, sessionId, paid === true);
    return json(200, {
      session_id: sessionId,
      mode,
      status,
      expires_at,
      failure_group: failureGroup(told),
      ...(paid !== undefined && { paid }),
      ...(mode === 'verify' && { order: orders.find(user.ref, sessionId) }),
    });
  }

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

  function panelOf({ name }: User, after: number): Panel {
    const latest = moves.of(name);
    return {
      session: latest?.sessionId ?? null,
      docs_url: `${baseUrl}/docs`,
      calls: trace.after(name, after, latest?.sessionId),
      moves: latest?.moves ?? [],
    };
  }

  async function routeOf(user: User, call: string, body: Record<string, unknown>, after: number): Promise<Response> {
    if (call === 'GET /api/trace') return json(200, panelOf(user, after));
    if (call === 'POST /api/device-binding') {
      bindDevices((binding = String(body['mode'])));
      return json(202, {});
    }
    if (call === 'POST /api/pay-by-card') return json(201, orders.payByCard(user.ref));
    if (call === 'POST /api/pay' && user.finger === null) return json(409, { error: 'enroll_first' });
    if (call === 'POST /api/enroll' || call === 'POST /api/pay') trace.startOver(user.name);
    if (call === 'POST /api/enroll') return begin(user, await enroll(user, sessionOptions(body)));
    if (call === 'POST /api/pay') return begin(user, await pay(user, sessionOptions(body)));
    const [, read, cancel] =
      /^(?:GET \/api\/sessions\/([\w-]+)|POST \/api\/sessions\/([\w-]+)\/cancel)$/.exec(call) ?? [];
    if (read !== undefined) return result(user, read);
    if (cancel !== undefined) return json(200, await authly.cancel(cancel, user.ref));
    return json(404, { error: 'not_found' });
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/bio/')) return bioApi(request);
    if (pathname === WEBHOOK_PATH) return webhook(request);
    if (!pathname.startsWith('/api/') && request.headers.get('accept')?.includes('text/html')) return notFoundPage();
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

interface SessionOptions {
  readonly locale?: string;
  readonly metadata?: { readonly sandbox_outcome: string };
}

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
