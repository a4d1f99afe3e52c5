import { FAILURE_CODES } from '@authly/contract/failure-codes';
import type { SessionFilter } from '../../storage/store.ts';
import { listSessions, sessionFilter, type SessionQuery, type SessionRow } from './session-views.ts';
import type { Operator } from './operator.ts';

/** Counting further takes longer than it helps. */
const COUNTED = 10_000;
const EXPORTED = 10_000;

export type SearchQuery = SessionQuery & {
  /** Part of an id, of a merchant's name or id, or of a failure code. */
  readonly text?: string | undefined;
};

export async function searchSessions(operator: Pick<Operator, 'store'>, query: SearchQuery) {
  const filter = await withSearch(operator, query);
  const { beforeId: _beforeId, ...all } = filter;
  const [sessions, count] = await Promise.all([
    listSessions(operator, filter),
    operator.store.sessions.count(sessionFilter({ ...all, limit: COUNTED + 1 })),
  ]);
  const before = sessions.length < query.limit ? null : sessions.at(-1)!.session_id;
  // `before` requests older sessions; null on the last page.
  return { sessions, before, count: Math.min(count, COUNTED), hasMore: count > COUNTED };
}

export const exportSessions = async (
  operator: Pick<Operator, 'store'>,
  query: Omit<SearchQuery, 'limit'>,
): Promise<SessionRow[]> => listSessions(operator, { ...(await withSearch(operator, { ...query, limit: EXPORTED })) });

/** An exact text is found by an index, at any age. A part of a text is found among the newest sessions. */
async function withSearch({ store }: Pick<Operator, 'store'>, { text, ...query }: SearchQuery): Promise<SessionQuery> {
  const wanted = text?.trim().toLowerCase() ?? '';
  if (wanted === '') return query;
  if (Object.hasOwn(FAILURE_CODES, wanted)) return { ...query, failureCode: wanted };
  const merchants = (await store.merchants.list()).filter(
    ({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
  );
  const exact = merchants.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
  if (exact !== undefined && query.merchantId === undefined) return { ...query, merchantId: exact.id };
  const failureCodes = Object.keys(FAILURE_CODES).filter((code) => code.includes(wanted));
  const search: SessionFilter['search'] = {
    idPart: wanted,
    merchantIds: merchants.map(({ id }) => id).slice(0, 100),
    failureCodes,
  };
  return { ...query, search };
}
