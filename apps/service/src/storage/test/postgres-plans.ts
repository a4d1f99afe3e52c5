import { Client, type QueryConfig } from 'pg';
import { vi } from 'vitest';
import { withConnection } from '../postgres/migrate.ts';
import { openPostgresStore } from '../postgres.ts';
import { fillStatements } from './fill.ts';
import { NOW } from './samples.ts';
import { expectKnown, GROWING_TABLES, namesGrowingTable } from './growing-tables.ts';

/** Statements of the store by text, with the values of one call. */
export type SentStatements = ReadonlyMap<string, unknown[]>;

/** Records at the driver, so that no statement is missed. Statements of a test are plain texts and do not count. */
export function recordStatements(): { readonly asked: SentStatements; stop(): void } {
  const query = vi.spyOn(Client.prototype, 'query');
  return {
    get asked() {
      const statements = (query.mock.calls as unknown[][]).map(([first]) => first as QueryConfig | string | undefined);
      const counted = statements.filter((each) => typeof each === 'object' && namesGrowingTable(each.text));
      return new Map((counted as QueryConfig[]).map(({ text, values = [] }) => [text, values]));
    },
    stop: () => query.mockRestore(),
  };
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
}

const growing = (name: string): boolean =>
  GROWING_TABLES.some((table) => name === table || name.startsWith(`${table}_`));

/** Every second session belongs to it, so an index scan finds enough soon. */
const OF_A_MODE = /^\(mode = '\w+'::text\)$/;
const ONE_BY_ONE = /^(?:\(id [<>]=? '\w+'::text\))?$/;

/** Full scans. An index scan ends early if a limit is above it, no step between needs all rows, and it filters nothing. */
function wholeReads(plan: Plan, endsEarly = false): string[] {
  const type = plan['Node Type'];
  const relation = plan['Relation Name'] ?? '';
  const passesBy = plan.Filter !== undefined && !OF_A_MODE.test(plan.Filter);
  const isWalk = /^Index (?:Only )?Scan$/.test(type) && ONE_BY_ONE.test(plan['Index Cond'] ?? '');
  const isWhole = type === 'Seq Scan' || (isWalk && (passesBy || !endsEarly));
  const below = type === 'Limit' || (endsEarly && !/Sort|Aggregate|Hash|Materialize/.test(type));
  return [
    ...(isWhole && growing(relation) ? [`${type} of ${relation}`] : []),
    ...(plan.Plans ?? []).flatMap((each) => wholeReads(each, below)),
  ];
}

/** Returns the statements whose plan reads a whole table of a filled store. */
export async function statementsThatReadWhole(url: string, asked: SentStatements): Promise<string[]> {
  await (await openPostgresStore({ url, environment: 'test' })).close();
  return withConnection(url, async (client) => {
    const filling = { kind: 'postgres', sessions: 3000, now: NOW, days: 30 } as const;
    for (const text of fillStatements(filling, 0, filling.sessions)) await client.query(text);
    const tables = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
    );
    expectKnown(tables.rows.map(({ name }) => name));
    // Small tables are scanned, so this tests whether an index can be used.
    await client.query('ANALYZE; SET enable_seqscan = off');
    const found: string[] = [];
    for (const [text, values] of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (FORMAT JSON) ${text}`, values);
      if (wholeReads(rows[0]!['QUERY PLAN'][0].Plan).length > 0) found.push(text);
    }
    return found;
  });
}
