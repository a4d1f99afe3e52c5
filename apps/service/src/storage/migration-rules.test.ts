import { describe, expect, it } from 'vitest';
import { checksumOf, type Migration } from './migration.ts';
import { MIGRATIONS as POSTGRES } from './postgres/migrate.ts';
import { MIGRATIONS as SQLITE } from './sqlite/migrate.ts';

/** Each release adds a line, which never changes. */
const RELEASED = {
  Postgres: ['0001-initial 45fe5d0ab5e397db67abc0a3f37d1de4e5f01f3a0ac59bbfd2e5c9bbb5abb060'],
  SQLite: ['0001-initial a4aa8951398d3b2615deab903fefcfda600c11ae688b4dbf19afab73cfa7e747'],
};

/** Changes that break code of the previous schema. */
const BREAKING: readonly [what: string, text: RegExp][] = [
  ['takes away', /\bDROP\b/i],
  ['renames', /\bRENAME\b/i],
  ['changes a type, a default or a constraint', /\bALTER\s+COLUMN\b/i],
  ['adds a column that must be given', /\bADD\s+(?:COLUMN\s+)?\w+(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i],
  ['adds a rule for what is written', /\bADD\s+(?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|PRIMARY)\b/i],
  ['adds a rule with a column', /\bADD\s+(?:COLUMN\s+)?\w+[^,;]*\b(?:UNIQUE|CHECK|REFERENCES|GENERATED)\b/i],
  ['adds an index that refuses', /\bCREATE\s+UNIQUE\s+INDEX\b/i],
];

const withoutComments = (sql: string): string => sql.replaceAll(/--.*$/gm, '');

const breaks = ({ sql }: Pick<Migration, 'sql'>): string[] =>
  BREAKING.filter(([, text]) => text.test(withoutComments(sql))).map(([what]) => what);

describe('a released migration keeps its number, its name and its text', () => {
  it.each([
    ['Postgres', POSTGRES],
    ['SQLite', SQLITE],
  ] as const)('on %s', (database, migrations) => {
    const now = migrations.map((each) => `${String(each.number).padStart(4, '0')}-${each.name} ${checksumOf(each)}`);
    expect(now.slice(0, RELEASED[database].length)).toEqual(RELEASED[database]);
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, i) => i + 1));
  });
});

describe('a migration without `breaks` only adds', () => {
  it.each([
    ['Postgres', POSTGRES],
    ['SQLite', SQLITE],
  ] as const)('on %s', (_, migrations) => {
    const wrong = migrations.filter((migration) => migration.breaks !== true && breaks(migration).length > 0);
    expect(wrong.map((migration) => [migration.name, ...breaks(migration)])).toEqual([]);
  });

  it('a migration with `breaks` has a reason', () => {
    const said = [...POSTGRES, ...SQLITE].filter((migration) => migration.breaks === true);
    expect(said.filter((migration) => breaks(migration).length === 0)).toEqual([]);
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
    'ALTER TABLE a ADD COLUMN b TEXT REFERENCES c (d)',
    'ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0)',
    'CREATE UNIQUE INDEX a ON b (c)',
  ])('the rule detects %j', (sql) => expect(breaks({ sql })).not.toEqual([]));

  it.each([
    'ALTER TABLE a ADD COLUMN b TEXT',
    "ALTER TABLE a ADD COLUMN b TEXT NOT NULL DEFAULT ''",
    'CREATE INDEX a ON b (c)',
  ])('the rule allows %j', (sql) => expect(breaks({ sql })).toEqual([]));
});
