import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/** The shortest part of a secret that must never appear, because log lines may be truncated. */
const WINDOW = 20;

interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Searches for secrets in every encoding in which they could appear. */
export class SecretSearch {
  /** By their first four bytes, so that one pass searches for all. */
  readonly #needles = new Map<number, Needle[]>();
  /** The first two bytes of all needles, to skip most positions quickly. */
  readonly #begins = new Uint8Array(65_536);
  count = 0;

  /** A secret text. Of a long one its start, middle and end are searched for. */
  text(name: string, secret: string): void {
    this.#add(name, Buffer.from(secret));
  }

  /** Secret bytes: raw, in hex, base64 and base64url. */
  bytes(name: string, secret: Uint8Array): void {
    const bytes = Buffer.from(secret);
    this.#add(`${name}, raw`, bytes);
    for (const notation of ['hex', 'base64', 'base64url'] as const)
      this.#add(`${name}, ${notation}`, Buffer.from(bytes.toString(notation)));
    this.#add(`${name}, HEX`, Buffer.from(bytes.toString('hex').toUpperCase()));
  }

  /** The names of the secrets found. */
  foundIn(haystack: string | Buffer, only: (name: string) => boolean = () => true): string[] {
    const bytes = typeof haystack === 'string' ? Buffer.from(haystack) : haystack;
    const found = new Set<string>();
    for (let at = 0; at + 4 <= bytes.length; at++) {
      if (this.#begins[(bytes[at]! << 8) | bytes[at + 1]!] === 0) continue;
      for (const needle of this.#needles.get(bytes.readUInt32BE(at)) ?? []) {
        if (only(needle.name) && bytes.subarray(at, at + needle.bytes.length).equals(needle.bytes))
          found.add(needle.name);
      }
    }
    return [...found];
  }

  #add(name: string, secret: Buffer): void {
    if (secret.length < 12) throw new Error(`${name} is too short to be told from chance`);
    const starts = new Set(
      [0, (secret.length - WINDOW) >> 1, secret.length - WINDOW].map((start) => Math.max(start, 0)),
    );
    for (const start of starts) {
      const bytes = secret.subarray(start, start + WINDOW);
      const key = bytes.readUInt32BE(0);
      this.#needles.set(key, [...(this.#needles.get(key) ?? []), { name: `${name}, from ${start}`, bytes }]);
      this.#begins[key >>> 16] = 1;
      this.count++;
    }
  }
}

/** The bytes of every file in a folder: database, write-ahead log and others. */
export function bytesUnder(folder: string, changedSince = 0): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(files.flatMap((entry) => bytesOf(join(entry.parentPath, entry.name), changedSince)));
}

/** Skips a file that the database has removed meanwhile. */
function bytesOf(path: string, changedSince: number): Buffer[] {
  try {
    return statSync(path).mtimeMs >= changedSince ? [readFileSync(path)] : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Every row of every table as text; bytes in hex. */
export function dumpSqlite(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
  const rows = tables.flatMap(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all());
  database.close();
  return rows
    .map((row) =>
      JSON.stringify(
        Object.values(row).map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value),
        ),
      ),
    )
    .join('\n');
}

export async function dumpPostgres(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    const dumps = [];
    for (const { name } of tables)
      dumps.push(
        ...(await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows.map(({ row }) => row),
      );
    return dumps.join('\n');
  } finally {
    await client.end();
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** The server's write-ahead log; undefined if its files are not readable here. */
export async function postgresLog(url: string, since: number): Promise<Buffer | undefined> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const folder = join(rows[0]!.data_directory, 'pg_wal');
    return isReadable(folder) ? bytesUnder(folder, since) : undefined;
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return undefined;
    throw error;
  } finally {
    await client.end();
  }
}

function isReadable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
