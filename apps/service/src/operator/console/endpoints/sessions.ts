import { id } from '../../row/params.ts';
import { findSession, requireSessionId, sessionHistory } from '../../reads/session-views.ts';
import { findDelivery } from '../../reads/webhook-view.ts';
import { merchantEndpoint } from '../endpoint.ts';

/** The console does not show the requested finger. */
const withoutFingers = (fields: Readonly<Record<string, string | null>>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('reference_')));

export const SESSION_ENDPOINTS = [
  merchantEndpoint({
    name: 'session details',
    role: 'read',
    params: { session_id: id() },
    async run(operator, { session_id }) {
      const { fields, events, bioAttempts, failedCalls } = await sessionHistory(operator, requireSessionId(session_id));
      return {
        fields: withoutFingers(fields),
        events,
        bioAttempts,
        failedCalls,
        status: events.at(-1)!.to,
        webhook: await findDelivery(operator, session_id),
      };
    },
  }),
  /** Never part of a list: each view has its own audit entry, which is written before the reference is shown. */
  merchantEndpoint({
    name: 'session user-ref',
    role: 'admin',
    params: { session_id: id() },
    audit: 'session.user-ref',
    async run(operator, { session_id }) {
      const session = await findSession(operator, requireSessionId(session_id));
      await operator.store.audit.write(operator.entry(session_id, { merchant_id: session.merchantId }));
      return { merchant_user_ref: session.merchantUserRef };
    },
  }),
];
