import { FAILURE_CODES, type FailureCode } from '@authly/contract/wire/failure-codes';
import { LIMITS } from '@authly/contract/wire/limits';
import { MODES, SESSION_STATES } from '@authly/contract/wire/states';
import { Type, type Static, type TObject } from 'typebox';
import { findMerchant } from '../../actions/merchant-view.ts';
import type { Operator } from '../../actions/operator.ts';
import { choice, id, period, searchText, timesIn } from '../../actions/params.ts';
import { listSessions, requireSessionId, type SessionQuery } from '../../actions/session-views.ts';
import { endpoint } from '../endpoint.ts';

const ROWS = 50;
const MAX_EXPORTED = 10_000;

const search = {
  /** Part of an id, of a merchant's name or id, or of a failure code. */
  q: Type.Optional(searchText()),
  merchant: Type.Optional(id()),
  status: Type.Optional(choice(SESSION_STATES)),
  mode: Type.Optional(choice(MODES)),
  failure_code: Type.Optional(choice(Object.keys(FAILURE_CODES) as FailureCode[])),
  ...period,
};

/** An exact text is found by an index, at any age. A part of a text is found among the newest sessions. */
async function queryOf(
  { store }: Pick<Operator, 'store'>,
  given: Static<TObject<typeof search>>,
): Promise<Omit<SessionQuery, 'limit'>> {
  const { q = '', merchant: merchantId, failure_code: failureCode, status, mode } = given;
  const query = { merchantId, failureCode, status, mode, ...timesIn(given) };
  const wanted = q.trim().toLowerCase();
  if (wanted === '') return query;
  if (Object.hasOwn(FAILURE_CODES, wanted) && failureCode === undefined) return { ...query, failureCode: wanted };
  const merchants = (await store.merchants.list()).filter(
    ({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
  );
  const exact = merchants.filter(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
  if (exact.length === 1 && merchantId === undefined) return { ...query, merchantId: exact[0]!.id };
  const failureCodes = Object.keys(FAILURE_CODES).filter((code) => code.includes(wanted));
  const merchantIds = (exact.length > 0 ? exact : merchants).map(({ id }) => id).slice(0, 100);
  return { ...query, search: { idPart: wanted, merchantIds, failureCodes } };
}

export const SEARCH_ENDPOINTS = [
  endpoint({
    name: 'sessions search',
    role: 'read',
    forMerchant: true,
    params: { ...search, before: Type.Optional(id()) },
    async run(operator, { before, ...given }) {
      const query = await queryOf(operator, given);
      const beforeId = before === undefined ? undefined : requireSessionId(before);
      const sessions = await listSessions(operator, { ...query, beforeId, limit: ROWS });
      return {
        sessions,
        // Requests older sessions; null on the last page.
        before: sessions.length < ROWS ? null : sessions.at(-1)!.session_id,
      };
    },
  }),
  /** The audit log has the search, never the reference. */
  endpoint({
    name: 'sessions of-user',
    role: 'admin',
    forMerchant: true,
    params: { merchant: id(), user_ref: Type.String({ minLength: 1, maxLength: LIMITS.merchantUserRefChars }) },
    audit: 'sessions.of-user',
    async run(operator, { merchant, user_ref }) {
      const { id: merchantId } = await findMerchant(operator, merchant);
      const sessions = await listSessions(operator, { merchantId, search: { userRef: user_ref }, limit: ROWS });
      await operator.store.audit.write(operator.entry(merchantId, { found: sessions.length }));
      return sessions;
    },
  }),
  endpoint({
    name: 'sessions export',
    role: 'read',
    forMerchant: true,
    params: search,
    run: async (operator, given) =>
      listSessions(operator, { ...(await queryOf(operator, given)), limit: MAX_EXPORTED }),
  }),
];
