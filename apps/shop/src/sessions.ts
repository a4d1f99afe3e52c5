import { failureGroup, type AuthlyClient, type EnrollmentStore } from '@authly/merchant';
import type { shopOrders } from './orders.ts';
import type { Trace } from './trace.ts';
import type { shopUsers, User } from './users.ts';

type Created = Awaited<ReturnType<AuthlyClient['createEnrollment' | 'createVerification']>>;
type Finger = Parameters<AuthlyClient['createVerification']>[0]['payload']['finger'];

const FINAL = new Set(['succeeded', 'failed', 'expired', 'canceled']);

const MAX_BEGUN = 1000;

interface SessionsOptions {
  readonly authly: AuthlyClient;
  readonly users: ReturnType<typeof shopUsers>;
  readonly enrollments: EnrollmentStore;
  readonly orders: ReturnType<typeof shopOrders>;
  readonly trace: Trace;
  readonly shopUrl: string;
}

export interface SessionOptions {
  readonly locale?: string;
  readonly metadata?: { readonly sandbox_outcome: string };
}

/** Creates sessions for customers, and reads their results. */
export function shopSessions({ authly, users, enrollments, orders, trace, shopUrl }: SessionsOptions) {
  const begun = new Map<string, User['name']>();
  const latest = new Map<User['name'], string>();

  /** The browser gets only the address that it opens. */
  function begin(user: User, { session_id, popup_url, expires_at }: Created) {
    if (begun.size >= MAX_BEGUN) begun.delete(begun.keys().next().value!);
    begun.set(session_id, user.name);
    latest.set(user.name, session_id);
    void follow(user, session_id);
    return { session_id, popup_url, expires_at };
  }

  /** For the panel only: a long poll reports each state. Without a panel the event of the end is enough. */
  const follow = (user: User, sessionId: string): Promise<unknown> =>
    trace.of(user.name, () => authly.waitForResult(sessionId, user.ref).catch(() => undefined));

  return {
    latestOf: (user: User): string | undefined => latest.get(user.name),

    userOf(sessionId: string): User | undefined {
      const name = begun.get(sessionId);
      return name === undefined ? undefined : users.find(name);
    },

    async enroll(user: User, options: SessionOptions) {
      const fields = { merchant_user_ref: user.ref, return_url: `${shopUrl}/`, ...options };
      return begin(user, await authly.createEnrollment(fields));
    },

    async pay(user: User, options: SessionOptions) {
      const created = await authly.createVerification({
        merchant_user_ref: user.ref,
        return_url: `${shopUrl}/`,
        payload: { finger: user.finger as Finger },
        display_text: 'Pay € 9.50',
        ...options,
      });
      orders.begin(user.ref, created.session_id);
      return begin(user, created);
    },

    /** The result endpoint is the only proof. The popup's signal is a hint to read it. */
    async result(user: User, sessionId: string) {
      const told = await authly.result(sessionId, user.ref);
      const { status, mode, result, expires_at } = told;
      // The user may have removed the finger since.
      const payloadKey = result !== null && 'enrolled' in result ? result.payload.finger : '';
      if (await enrollments.find({ merchantUserRef: user.ref, type: 'fingerprint', payloadKey }))
        users.enrolled(user.ref, payloadKey);
      const paid = result !== null && 'matched' in result ? result.matched : undefined;
      if (mode === 'verify' && FINAL.has(status)) orders.settle(user.ref, sessionId, paid === true);
      return {
        session_id: sessionId,
        mode,
        status,
        expires_at,
        failure_group: failureGroup(told),
        ...(paid !== undefined && { paid }),
        ...(mode === 'verify' && { order: orders.find(user.ref, sessionId) }),
      };
    },
  };
}
