import { FAILURE_CODES, type FailureCode } from '@authly/contract/failure-codes';
import { MODES, SESSION_STATES } from '@authly/contract/states';
import { Type, type Static, type TObject } from 'typebox';
import { NotFoundError } from '../../actions/operator.ts';
import { choice, id, period, searchText, timesIn } from '../../actions/params.ts';
import { exportSessions, searchSessions, type SearchQuery } from '../../actions/search-sessions.ts';
import { requireSessionId, sessionHistory } from '../../actions/session-views.ts';
import { findDelivery } from '../../actions/webhooks.ts';
import { endpoint } from '../endpoint.ts';

const ROWS = 50;

const search = {
  q: Type.Optional(searchText()),
  merchant: Type.Optional(id()),
  status: Type.Optional(choice(SESSION_STATES)),
  mode: Type.Optional(choice(MODES)),
  failure_code: Type.Optional(choice(Object.keys(FAILURE_CODES) as FailureCode[])),
  ...period,
};

const queryOf = (given: Static<TObject<typeof search>>): Omit<SearchQuery, 'limit'> => ({
  text: given.q,
  merchantId: given.merchant,
  status: given.status,
  mode: given.mode,
  failureCode: given.failure_code,
  ...timesIn(given),
});

/** The console does not show the requested finger. */
const withoutFingers = (fields: Readonly<Record<string, string | null>>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('reference_')));

export const SESSION_ENDPOINTS = [
  endpoint({
    name: 'sessions search',
    role: 'read',
    params: { ...search, before: Type.Optional(id()) },
    run: (operator, { before, ...given }) =>
      searchSessions(operator, {
        ...queryOf(given),
        beforeId: before === undefined ? undefined : requireSessionId(before),
        limit: ROWS,
      }),
  }),
  endpoint({
    name: 'sessions export',
    role: 'read',
    params: search,
    run: (operator, given) => exportSessions(operator, queryOf(given)),
  }),
  endpoint({
    name: 'session details',
    role: 'read',
    params: { session_id: id() },
    async run(operator, { session_id }) {
      const { fields, events, bioAttempts } = await sessionHistory(operator, requireSessionId(session_id));
      const merchant = await operator.store.merchants.find(fields['merchant_id']!);
      return {
        fields: withoutFingers(fields),
        events,
        bioAttempts,
        status: events.at(-1)!.to,
        merchantName: merchant?.name ?? null,
        webhook: await findDelivery(operator, session_id),
      };
    },
  }),
  /** Never part of a list: each view has its own audit entry, which is written before the reference is shown. */
  endpoint({
    name: 'session user-ref',
    role: 'admin',
    params: { session_id: id() },
    audit: 'session.user-ref',
    async run({ store, entry }, { session_id }) {
      const session = await store.sessions.find(requireSessionId(session_id));
      if (session === undefined) throw new NotFoundError('session', session_id, 'authly sessions list');
      await store.audit.write(entry(session_id, { merchant_id: session.merchantId }));
      return { merchant_user_ref: session.merchantUserRef };
    },
  }),
];
