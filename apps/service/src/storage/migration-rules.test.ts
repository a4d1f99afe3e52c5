import { describe, expect, it } from 'vitest';
import { checksumOf, type Migration } from './migration.ts';
import { MIGRATIONS as POSTGRES } from './postgres/migrate.ts';
import { MIGRATIONS as SQLITE, RECENT_MIGRATIONS } from './sqlite/migrate.ts';

const DATABASES = [
  ['Postgres', POSTGRES],
  ['SQLite', SQLITE],
  ['SQLite, recent.db', RECENT_MIGRATIONS],
] as const;

/** From the first release on, each release adds its migrations as `0001-initial <checksum>`. A line never changes. */
const RELEASED: Readonly<Record<string, readonly string[]>> = {};

const COLUMN = String.raw`ADD (?:COLUMN )?\w+ [A-Z]+(?: COLLATE "C")?(?:(?: NOT NULL)? DEFAULT (?:\d+|'[^']*'))?`;
/** Statements that break no code of the previous schema and take the same time on a table of any size. */
const SAFE = [
  /^CREATE (?:UNLOGGED )?TABLE (?!.*\bAS SELECT\b)/,
  /^CREATE (?:FUNCTION|TRIGGER) /,
  /^INSERT INTO \w+ \([^()]*\) VALUES /,
  new RegExp(`^ALTER TABLE \\w+ ${COLUMN}(?:, ${COLUMN})*$`),
];

/** Returns the statements that need `breaks`: all processes stop before such a migration. */
function unsafe({ sql }: Pick<Migration, 'sql'>): string[] {
  const withoutBodies = sql.replaceAll(/--.*|\$\$[^]*?\$\$|\bBEGIN\b[^]*?\bEND\b/g, '').replaceAll(/\s+/g, ' ');
  const created = new Set([...withoutBodies.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g)].map(([, table]) => table));
  return withoutBodies
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !SAFE.some((safe) => safe.test(each)))
    .filter((each) => !created.has(/^CREATE (?:UNIQUE )?INDEX \w+ ON (\w+)/.exec(each)?.[1]));
}

describe.each(DATABASES)('on %s', (database, migrations) => {
  it('a released migration keeps its number, its name and its text', () => {
    const now = migrations.map((each) => `${String(each.number).padStart(4, '0')}-${each.name} ${checksumOf(each)}`);
    expect(now).toEqual(expect.arrayContaining([...(RELEASED[database] ?? [])]));
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, i) => i + 1));
  });

  it('a migration without `breaks` only adds, and does no work that grows with a table; one with `breaks` has to', () => {
    expect(migrations.flatMap((each) => (each.breaks === true ? [] : unsafe(each)))).toEqual([]);
    expect(migrations.filter((each) => each.breaks === true && unsafe(each).length === 0)).toEqual([]);
  });
});

it.each([
  'DROP TABLE a',
  'ALTER TABLE a DROP COLUMN b',
  'ALTER TABLE a RENAME TO b',
  'ALTER TABLE a RENAME COLUMN b TO c',
  'ALTER TABLE a ALTER COLUMN b TYPE TEXT',
  'ALTER TABLE a ALTER COLUMN b SET NOT NULL',
  'ALTER TABLE a ADD COLUMN b TEXT NOT NULL',
  'ALTER TABLE a ADD b TEXT\n  NOT NULL',
  'ALTER TABLE a ADD COLUMN b TEXT DEFAULT 1, ADD COLUMN c TEXT NOT NULL',
  'ALTER TABLE a ADD COLUMN b TEXT DEFAULT gen_random_uuid()',
  'ALTER TABLE a ADD COLUMN b TEXT GENERATED ALWAYS AS (c) STORED',
  'ALTER TABLE a ADD COLUMN b TEXT REFERENCES c (d)',
  'ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0)',
  'CREATE INDEX a ON b (c)',
  'CREATE UNIQUE INDEX a ON b (c)',
  'CREATE TABLE a (b TEXT); CREATE INDEX c ON d (b)',
  'CREATE TABLE a AS SELECT * FROM b',
  'UPDATE a SET b = 1',
  'INSERT INTO a (b) SELECT c FROM d',
  'DELETE FROM a',
])('the rule refuses %j', (sql) => expect(unsafe({ sql })).toHaveLength(1));

it.each([
  'ALTER TABLE a ADD COLUMN b TEXT',
  "ALTER TABLE a ADD COLUMN b TEXT NOT NULL DEFAULT '', ADD COLUMN c BIGINT",
  'CREATE TABLE a (b TEXT); CREATE INDEX c ON a (b)',
  'CREATE FUNCTION a() RETURNS trigger AS $$ BEGIN UPDATE b SET c = 1; END $$',
])('the rule allows %j', (sql) => expect(unsafe({ sql })).toEqual([]));
