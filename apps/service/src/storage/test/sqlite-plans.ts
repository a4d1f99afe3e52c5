import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import type { Database } from '../sqlite/database.ts';
import { migrateDatabase, MIGRATIONS, RECENT_MIGRATIONS } from '../sqlite/migrate.ts';
import { expectKnown, GROWING_TABLES, namesGrowingTable } from './growing-tables.ts';

/** Records at the driver, so that no statement is missed. */
export function recordStatements(): { readonly asked: ReadonlySet<string>; stop(): void } {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  return {
    get asked() {
      return new Set(prepare.mock.calls.map(([text]) => text).filter(namesGrowingTable));
    },
    stop: () => prepare.mockRestore(),
  };
}

/** Returns the statements whose plan reads a whole table. The planner uses only the schema, so no rows are needed. */
export function statementsThatReadWhole(db: Database, asked: ReadonlySet<string>): string[] {
  const recent = RECENT_MIGRATIONS.map((each) => ({ ...each, number: each.number + MIGRATIONS.length }));
  migrateDatabase(db, [...MIGRATIONS, ...recent]);
  const tables = db.sql("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  expectKnown(tables.map((row) => row['name'] as string));
  return [...asked].filter((text) => wholeReads(text, planOf(db, text)).length > 0);
}

const planOf = (db: Database, text: string): string[] =>
  db
    .sql(`EXPLAIN QUERY PLAN ${text}`)
    .all()
    .map((row) => row['detail'] as string);

/** A scan in the requested order ends early at a limit. */
function wholeReads(text: string, plan: readonly string[]): string[] {
  const endsEarly = /\bLIMIT\b/i.test(text) && !plan.some((line) => line.startsWith('USE TEMP B-TREE FOR ORDER BY'));
  if (endsEarly) return [];
  return plan.filter((line) => {
    const name = /^SCAN (\w+)/.exec(line)?.[1];
    return name !== undefined && GROWING_TABLES.includes(tableOf(text, name));
  });
}

/** The plan shows the alias of a table. */
const tableOf = (text: string, name: string): string =>
  new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE)\\s+(\\w+)\\s+(?:AS\\s+)?${name}\\b`, 'i').exec(text)?.[1] ?? name;
