import { setImmediate } from 'node:timers/promises';
import { FAILURE_CODES, type FailureCode } from '@authly/contract/wire/failure-codes';
import { LIMITS } from '@authly/contract/wire/limits';
import { MODES, SESSION_STATES } from '@authly/contract/wire/states';
import { Type, type Static, type TObject } from 'typebox';
import { RefusedError } from '../../../runtime/refused-error.ts';
import { findMerchant } from '../../reads/merchant-rows.ts';
import type { MerchantOperator } from '../../row/operator.ts';
import { choice, id, period, searchText, timesIn } from '../../row/params.ts';
import {
  findSession,
  findSessions,
  listedSession,
  listSessions,
  requireSessionId,
  sessionHistory,
  type SessionQuery,
} from '../../reads/session-views.ts';
import { findDelivery } from '../../reads/webhook-view.ts';
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

export const SESSION_ENDPOINTS = [
  merchantEndpoint({
    name: 'sessions search',
    role: 'read',
    isCostly: true,
    params: { ...search, before: Type.Optional(id()) },
    async run(operator, { before, ...given }) {
      const query = await queryOf(operator, given);
      const beforeId = before === undefined ? undefined : requireSessionId(before);
      const sessions = (await findSessions(operator, { ...query, beforeId, limit: ROWS })).map(listedSession);
      return {
        sessions,
        // Requests older sessions; null on the last page.
        before: sessions.length < ROWS ? null : sessions.at(-1)!.session_id,
      };
    },
  }),
  /** By an exact user reference or part of the text. The audit log has the search, never what was searched for. */
  merchantEndpoint({
    name: 'sessions of-user',
    role: 'admin',
    isCostly: true,
    params: {
      merchant: id(),
      user_ref: Type.Optional(Type.String({ minLength: 1, maxLength: LIMITS.merchantUserRefChars })),
      text: Type.Optional(Type.String({ minLength: 3, maxLength: LIMITS.displayTextChars })),
    },
    audit: 'sessions.of-user',
    async run(operator, { merchant, user_ref: userRef, text }) {
      if (userRef === undefined && text === undefined) throw new RefusedError('give a user reference or a text');
      const { id: merchantId } = await findMerchant(operator, merchant);
      const found = await findSessions(operator, { merchantId, search: { userRef, text }, limit: ROWS });
      await operator.store.audit.write(operator.entry(merchantId, { found: found.length }));
      return found.map((session) => ({ ...listedSession(session), display_text: session.displayText }));
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
  merchantEndpoint({
    name: 'session details',
    role: 'read',
    params: { session_id: id() },
    run: async (operator, { session_id }) => ({
      ...(await sessionHistory(operator, requireSessionId(session_id))),
      webhook: await findDelivery(operator, session_id),
    }),
  }),
  /** The reference and the text are never part of a list: each view has its own audit entry, which is written first. */
  merchantEndpoint({
    name: 'session user-ref',
    role: 'admin',
    params: { session_id: id() },
    audit: 'session.user-ref',
    async run(operator, { session_id }) {
      const session = await findSession(operator, requireSessionId(session_id));
      await operator.store.audit.write(operator.entry(session_id, { merchant_id: session.merchantId }));
      return { merchant_user_ref: session.merchantUserRef, display_text: session.displayText };
    },
  }),
];
