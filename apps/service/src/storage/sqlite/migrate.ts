import {
  checksumOf,
  migrationsOf,
  pendingMigrations,
  readableFrom,
  requireNothingPending,
  versionOf,
  type AppliedMigration,
  type Migration,
  type MigrationReport,
} from '../migration.ts';
import type { Database } from './database.ts';

export const MIGRATIONS = migrationsOf('sqlite');

const LEDGER = `CREATE TABLE IF NOT EXISTS schema_migrations (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER))
) STRICT`;

/** Brings the schema up to date. Each step is one transaction that holds the write lock, so a second process waits and then finds it done. */
export function migrateDatabase(db: Database, known: readonly Migration[] = MIGRATIONS): MigrationReport {
  const applied: Migration[] = [];
  while (pendingMigrations(known, appliedTo(db)).length > 0) {
    db.transaction(() => {
      db.exec(LEDGER);
      if (!saysWhoReads(db)) db.exec('ALTER TABLE schema_migrations ADD COLUMN readable_from INTEGER');
      const next = pendingMigrations(known, appliedTo(db))[0];
      if (next === undefined) return;
      db.exec(next.sql);
      db.sql('INSERT INTO schema_migrations (number, name, checksum, readable_from) VALUES (?, ?, ?, ?)').run(
        next.number,
        next.name,
        checksumOf(next),
        readableFrom(known, next),
      );
      applied.push(next);
    });
  }
  return { version: versionOf(known), applied: applied.map(({ number, name }) => ({ number, name })) };
}

export const requireMigrated = (db: Database, known: readonly Migration[] = MIGRATIONS): void =>
  requireNothingPending(pendingMigrations(known, appliedTo(db)));

function appliedTo(db: Database): AppliedMigration[] {
  if (!hasTable(db, 'schema_migrations')) return [];
  const readable = saysWhoReads(db) ? 'readable_from' : 'NULL AS readable_from';
  return db
    .sql(`SELECT number, name, checksum, ${readable} FROM schema_migrations ORDER BY number`)
    .all() as unknown as AppliedMigration[];
}

/** A ledger that an earlier release made has no such column. */
const saysWhoReads = (db: Database): boolean =>
  db.sql("SELECT 1 FROM pragma_table_info('schema_migrations') WHERE name = 'readable_from'").get() !== undefined;

export const hasTable = (db: Pick<Database, 'sql'>, name: string): boolean =>
  db.sql("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
