import { AsyncLocalStorage } from 'node:async_hooks';
import type { EnrollmentStore } from '@authly/merchant';
import type { ShopUsers } from './users.ts';
import type { TraceLine } from './wire.ts';

const KEPT = 200;
/** Never shown to a browser: credentials and biometric data. */
const HIDDEN = new Set(['client_secret', 'access_token', 'features', 'enc_key', 'merchant_user_ref']);

/** Remembers each user's last calls for the side panel. Headers, and calls without a user, are never kept. */
export function trace() {
  const linesOf = new Map<string, TraceLine[]>();
  const current = new AsyncLocalStorage<string>();
  let count = 0;
  const add = (owner: string | undefined, line: Omit<TraceLine, 'number' | 'at'>): void => {
    if (owner === undefined) return;
    const lines = linesOf.get(owner) ?? [];
    linesOf.set(owner, lines);
    lines.push({ number: ++count, at: new Date().toISOString(), ...line });
    if (lines.length > KEPT) lines.shift();
  };
  return {
    after: (owner: string, number: number, sessionId = ''): TraceLine[] =>
      (linesOf.get(owner) ?? []).filter(
        (line) => line.number > number && (!line.path.includes('/ses_') || line.path.includes(sessionId)),
      ),

    /** The panel shows one session. The access token is still in use. */
    startOver(owner: string): void {
      linesOf.set(owner, (linesOf.get(owner) ?? []).filter(({ path }) => path.endsWith('/token')).slice(-1));
    },

    of: <T>(owner: string, work: () => T): T => current.run(owner, work),

    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const began = performance.now();
      const url = new URL(input instanceof Request ? input.url : input);
      const response = await fetch(input, init);
      const answered = shown(await response.clone().text());
      const sent = typeof init?.body === 'string' ? shown(init.body) : undefined;
      add(current.getStore(), {
        direction: 'shop → Authly',
        method: init?.method ?? 'GET',
        path: url.pathname,
        status: response.status,
        ms: Math.round(performance.now() - began),
        ...(url.searchParams.has('wait') && { isLongPoll: true as const }),
        ...(sent !== undefined && { sent }),
        ...(answered !== undefined && { answered }),
      });
      return response;
    },

    /** A call of the service to the shop. The body of a Bio API call is never recorded. */
    serviceCall(owner: string | undefined, request: Request, status: number, ms: number, sent?: object): void {
      add(owner, {
        direction: 'Authly → shop',
        method: request.method,
        path: new URL(request.url).pathname,
        status,
        ms: Math.round(ms),
        ...(sent && { sent }),
      });
    },
  };
}

export type Trace = ReturnType<typeof trace>;

function shown(text: string): unknown {
  try {
    return JSON.parse(text, hidden);
  } catch {
    return undefined;
  }
}

function hidden(key: string, value: unknown): unknown {
  if (HIDDEN.has(key)) return '…';
  // The fragment is the hosted token.
  return key === 'popup_url' && typeof value === 'string' ? `${value.split('#')[0]}#…` : value;
}

type Answer = (request: Request) => Promise<Response>;

/** Records each Bio API call for its user. The user is known when the store is called, so only signed calls are recorded. */
export function tracedBioApi(
  trace: Trace,
  users: ShopUsers,
  enrollments: EnrollmentStore,
  create: (store: EnrollmentStore) => Answer,
): Answer {
  const asked = new AsyncLocalStorage<{ ref?: string }>();
  const isAbout = (ref: string): void => {
    const call = asked.getStore();
    if (call !== undefined) call.ref = ref;
  };
  const answer = create({
    write(write) {
      isAbout(write.enrollment.merchantUserRef);
      return enrollments.write(write);
    },
    find(key) {
      isAbout(key.merchantUserRef);
      return enrollments.find(key);
    },
  });
  return async (request) => {
    const call: { ref?: string } = {};
    const began = performance.now();
    const response = await asked.run(call, () => answer(request));
    const user = call.ref === undefined ? undefined : users.findByRef(call.ref);
    trace.serviceCall(user?.name, request, response.status, performance.now() - began);
    return response;
  };
}
