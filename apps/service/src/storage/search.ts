import { firstSessionIdAt } from '../session/session-id.ts';
import { SESSION_COLUMNS, sessionOf } from './session-rows.ts';
import type { SessionFilter, SessionSearch, SessionStore } from './port/store.ts';
import type { Tables, Value } from './tables/table-access.ts';

/** A search for part of a text has no index, so it reads at most this many of the newest rows. SQLite blocks the process meanwhile. */
export const SEARCHED_ROWS = { sqlite: 10_000, postgres: 100_000 };

export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** `parameter` adds a value and returns its placeholder. */
function searchCondition(search: SessionSearch, parameter: (value: string) => string): string {
  if (!('idPart' in search)) {
    const { userRef, text } = search;
    const conditions = [
      userRef === undefined ? [] : [`merchant_user_ref = ${parameter(userRef)}`],
      text === undefined ? [] : [`LOWER(display_text) LIKE LOWER(${parameter(containing(text))}) ESCAPE '\\'`],
    ];
    return conditions.flat().join(' AND ');
  }
  const { idPart, merchantIds, failureCodes } = search;
  const oneOf = (column: string, values: readonly string[]): string[] =>
    values.length === 0 ? [] : [`${column} IN (${values.map(parameter).join(', ')})`];
  return [
    `id LIKE ${parameter(containing(idPart.toLowerCase()))} ESCAPE '\\'`,
    ...oneOf('merchant_id', merchantIds),
    ...oneOf('failure_code', failureCodes),
  ].join(' OR ');
}

interface Statement {
  readonly text: string;
  readonly values: Value[];
}

/** `newest` lists sessions without the search, newest first. Its `$1` is their number. */
export function withSearch(newest: Statement, { search, limit }: SessionFilter, searchedRows: number): Statement {
  if (search === undefined) return { text: newest.text, values: [limit, ...newest.values] };
  const values: Value[] = [searchedRows, ...newest.values];
  const parameter = (value: Value): string => `$${values.push(value)}`;
  const found = `SELECT ${SESSION_COLUMNS.join(', ')} FROM (${newest.text}) AS newest`;
  const text = `${found} WHERE ${searchCondition(search, parameter)} ORDER BY id DESC LIMIT ${parameter(limit)}`;
  return { text, values };
}

const OF_REQUEST = 'SELECT id FROM sessions WHERE request_id = $1';
const OLDEST = 'SELECT created_at FROM sessions WHERE id < $1 ORDER BY id LIMIT 1';

export const sessionLists = (
  { query }: Pick<Tables, 'query'>,
  statementOf: (filter: SessionFilter) => Statement,
): Pick<SessionStore, 'list' | 'ofRequest' | 'oldest'> => ({
  async list(filter) {
    const { text, values } = statementOf(filter);
    return (await query(text, values)).rows.map(sessionOf);
  },
  ofRequest: async (requestId) => (await query(OF_REQUEST, [requestId])).rows[0]?.['id'] as string | undefined,
  async oldest(createdBefore) {
    const { rows } = await query(OLDEST, [firstSessionIdAt(createdBefore)]);
    return rows[0]?.['created_at'] as number | undefined;
  },
});
