import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../runtime/root.ts';
import { SchemaError } from './port/store.ts';

/** The text of a released migration never changes. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** Processes of an earlier schema must stop before it. Without it they may run and start during the upgrade. */
  readonly breaks?: true;
}

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  /** The earliest schema version whose code works after this migration. */
  readonly readable_from: number;
}

export interface MigrationReport {
  readonly version: number;
  readonly applied: readonly { readonly number: number; readonly name: string }[];
}

export const LEDGER = `CREATE TABLE IF NOT EXISTS schema_migrations (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  readable_from INTEGER NOT NULL
)`;
export const APPLIED = 'SELECT number, name, checksum, readable_from FROM schema_migrations ORDER BY number';

/** Comment lines are not part of the text, so they may change after a release. The comment `-- breaks` sets `breaks`. */
export function migrationsOf(database: 'sqlite' | 'postgres', folderName = 'migrations'): readonly Migration[] {
  const folder = join(ROOT, 'apps', 'service', 'src', 'storage', database, folderName);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, number, name] = /^(\d{4})-(.+)\.sql$/.exec(file)!;
      const text = readFileSync(join(folder, file), 'utf8');
      return {
        number: Number(number),
        name: name!,
        sql: text.replaceAll(/^--.*\n/gm, ''),
        ...(/^-- breaks$/m.test(text) && { breaks: true }),
      };
    });
}

export const checksumOf = (migration: Migration): string => createHash('sha256').update(migration.sql).digest('hex');

export function ledgerValues(known: readonly Migration[], migration: Migration): (string | number)[] {
  const { number, name } = migration;
  const readableFrom = known.findLast((each) => each.number <= number && each.breaks === true)?.number ?? 0;
  return [number, name, checksumOf(migration), readableFrom];
}

/** Accepts unknown migrations of a newer release that this release can work with: during an upgrade, a process of the earlier release may restart. */
export function pendingMigrations(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const byNumber = new Map(known.map((migration) => [migration.number, migration]));
  const own = versionOf(known);
  for (const row of applied) {
    const migration = byNumber.get(row.number);
    if (migration === undefined) {
      if (row.number > own && row.readable_from <= own) continue;
      throw new SchemaError(
        'too_new',
        `the database is at schema version ${row.number} (${row.name}), which this release does not know: start a newer release`,
      );
    }
    if (checksumOf(migration) !== row.checksum) {
      throw new SchemaError(
        'altered',
        `migration ${row.number} (${row.name}) was applied with another text than this release has`,
      );
    }
  }
  const done = new Set(applied.map((row) => row.number));
  return known.filter((migration) => !done.has(migration.number));
}

export function requireNothingPending(pending: readonly Migration[]): void {
  if (pending.length === 0) return;
  throw new SchemaError(
    'outdated',
    `the database lacks ${pending.length} migration(s), from ${pending[0]!.number} (${pending[0]!.name}) on: run "authly migrate"`,
  );
}

export const versionOf = (known: readonly Pick<Migration, 'number'>[]): number => known.at(-1)?.number ?? 0;
