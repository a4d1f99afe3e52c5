import type { SessionSearch } from './store.ts';

/** A search for part of a text has no index, so it reads at most this many of the newest rows. */
export const SEARCHED_ROWS = 100_000;

export const containing = (part: string): string => `%${part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;

/** `parameter` adds a value and returns its placeholder. */
export function searchCondition(search: SessionSearch, parameter: (value: string) => string): string {
  if ('userRef' in search) return `merchant_user_ref = ${parameter(search.userRef)}`;
  const { idPart, merchantIds, failureCodes } = search;
  const oneOf = (column: string, values: readonly string[]): string[] =>
    values.length === 0 ? [] : [`${column} IN (${values.map(parameter).join(', ')})`];
  return [
    `id LIKE ${parameter(containing(idPart))} ESCAPE '\\'`,
    ...oneOf('merchant_id', merchantIds),
    ...oneOf('failure_code', failureCodes),
  ].join(' OR ');
}
