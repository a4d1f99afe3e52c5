import { setImmediate } from 'node:timers/promises';
import { FAILURE_CODES, type FailureCode } from '@authly/contract/wire/failure-codes';
import { LIMITS } from '@authly/contract/wire/limits';
import { MODES, SESSION_STATES } from '@authly/contract/wire/states';
import { Type, type Static, type TObject } from 'typebox';
import { findMerchant } from '../../reads/merchant-rows.ts';
import type { MerchantOperator } from '../../row/operator.ts';
import { choice, id, period, searchText, timesIn } from '../../row/params.ts';
import { listSessions, requireSessionId, type SessionQuery } from '../../reads/session-views.ts';
import { endpoint, merchantEndpoint } from '../endpoint.ts';

const ROWS = 50;
const MAX_EXPORTED = 10_000;
const MAX_EXPORTED_BY_MERCHANT = 1000;
const EXPORTED_AT_ONCE = 500;

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
  { store }: Pick<MerchantOperator, 'store'>,
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

/** SQLite holds the event loop while it reads, so other calls get a turn between pages. */
async function exported(operator: Pick<MerchantOperator, 'store'>, query: Omit<SessionQuery, 'limit'>, most: number) {
  const rows: Awaited<ReturnType<typeof listSessions>> = [];
  for (let isMore = true; isMore; ) {
    const limit = Math.min(EXPORTED_AT_ONCE, most - rows.length);
    const page = await listSessions(operator, { ...query, beforeId: rows.at(-1)?.session_id, limit });
    rows.push(...page);
    isMore = page.length === limit && rows.length < most;
    await setImmediate();
  }
  return rows;
}

export const SEARCH_ENDPOINTS = [
  merchantEndpoint({
    name: 'sessions search',
    role: 'read',
    isCostly: true,
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
  merchantEndpoint({
    name: 'sessions of-user',
    role: 'admin',
    isCostly: true,
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
    isCostly: true,
    params: search,
    run: async (operator, given) => exported(operator, await queryOf(operator, given), MAX_EXPORTED),
    forMerchant: async (operator, given) =>
      exported(operator, await queryOf(operator, given), MAX_EXPORTED_BY_MERCHANT),
  }),
];
