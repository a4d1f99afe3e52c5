import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { StoreOptions } from '../../../apps/service/src/storage/open-store.ts';
import { fillStatements, type Filling } from '../../../apps/service/src/storage/test/fill.ts';
import { say } from '../bench.ts';

/** Sessions per statement. */
const PIECE = 50_000;

/** Fills a store that no process has open. */
export async function fill(
  { dataDir, databaseUrl }: StoreOptions,
  filling: Filling,
  more: readonly string[],
): Promise<void> {
  const { run, close } = databaseUrl === undefined ? fillFile(dataDir) : await fillServer(databaseUrl);
  for (const text of more) await run(text);
  for (let from = 0; from < filling.sessions; from += PIECE)
    for (const text of fillStatements(filling, from, Math.min(from + PIECE, filling.sessions))) await run(text);
  await close();
  say(`${filling.kind}: ${filling.sessions} sessions in the store`);
}

interface Filler {
  readonly run: (text: string) => unknown;
  readonly close: () => unknown;
}

/** One transaction writes the file once. */
function fillFile(folder: string): Filler {
  const db = new DatabaseSync(join(folder, 'authly.db'));
  db.exec(`
    PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = OFF;
    PRAGMA temp_store = MEMORY; PRAGMA cache_size = ${-256 * 1024}; BEGIN`);
  return {
    run: (text) => db.exec(text),
    close: () => {
      db.exec('COMMIT; PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL');
      db.close();
    },
  };
}

async function fillServer(url: string): Promise<Filler> {
  const client = new Client({ connectionString: url });
  await client.connect();
  // Without triggers, those of foreign keys included.
  await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
  return {
    run: (text) => client.query(text),
    close: async () => {
      // Autovacuum would do this later.
      await client.query('VACUUM ANALYZE');
      await client.query('CHECKPOINT');
      await client.end();
    },
  };
}
