import {
  APPLIED,
  LEDGER,
  ledgerValues,
  migrationsOf,
  pendingMigrations,
  requireNothingPending,
  versionOf,
  type AppliedMigration,
  type Migration,
  type MigrationReport,
} from '../migration.ts';
import type { Database } from './database.ts';

export const MIGRATIONS = migrationsOf('sqlite');
/** The migrations of `recent.db`. */
export const RECENT_MIGRATIONS = migrationsOf('sqlite', 'recent-migrations');

/** Each step is one transaction with the write lock, so a second process waits and then finds it done. */
export function migrateDatabase(db: Database, known: readonly Migration[] = MIGRATIONS): MigrationReport {
  const applied: Migration[] = [];
  while (pendingMigrations(known, appliedTo(db)).length > 0) {
    db.transaction(() => {
      db.exec(LEDGER);
      const next = pendingMigrations(known, appliedTo(db))[0];
      if (next === undefined) return;
      db.exec(next.sql);
      db.sql('INSERT INTO schema_migrations VALUES (?, ?, ?, ?)').run(...ledgerValues(known, next));
      applied.push(next);
    });
  }
  return { version: versionOf(appliedTo(db)), applied: applied.map(({ number, name }) => ({ number, name })) };
}

export const requireMigrated = (db: Database, known: readonly Migration[] = MIGRATIONS): void =>
  requireNothingPending(pendingMigrations(known, appliedTo(db)));

function appliedTo(db: Database): AppliedMigration[] {
  if (!hasTable(db, 'schema_migrations')) return [];
  return db.sql(APPLIED).all() as unknown as AppliedMigration[];
}

export const hasTable = (db: Pick<Database, 'sql'>, name: string): boolean =>
  db.sql("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
