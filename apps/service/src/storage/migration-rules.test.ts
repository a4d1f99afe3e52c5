import { describe, expect, it } from 'vitest';
import { checksumOf, type Migration } from './migration.ts';
import { MIGRATIONS as POSTGRES } from './postgres/migrate.ts';
import { MIGRATIONS as SQLITE } from './sqlite/migrate.ts';

/** As existing databases have recorded them. */
const RELEASED = {
  Postgres: [
    '0001-initial 047d6de69ceef325d5ff39fa09af5bbee2f68db280cb7441f759326994f651fb',
    '0002-key-acceptances 81c1f6ecbc91a4f0ced8ab0712389028a5295991b062f7c22eec6d45ec387025',
    '0003-payloads 98bc76c27ee0b4cdaa106f265723f59d76125c20938d2a9667f0c827db2599dd',
    '0004-attempts 42f07848eba8dfde971cc7cfdf3b6643c3ed1e941d94874af35b0575eb0b5840',
    '0005-bio-attempts 36e0efe734f570f2b21c8e3be98bad8de5d7ce1081895baffba000f4714136c4',
    '0006-listing d3f0c0bb9ecb902fd5d60432ca70e9475502f4d2510a183e7c7fe7e6ce3beb39',
    '0007-audit-trail 5f957754f57b7e449ad20d1dadedbe4b75e5e6e8ad1cfa242332b856da4ac349',
    '0008-webhooks 02f488df3091280b4116ed7ea0729c1eea697340ddb5ea2429b6c64c349a6c75',
    '0009-display-text 32ca111830bc2ce9a30fc83a1a78260b582c3e268d17ee204c39fe201843628a',
    '0010-logos 9ae22f351545550588d934c0f98b4ea4ae46da19f932640f1f7fb4be5f666894',
    '0011-listing-of-before ce8fbd520aad98fc0008aa6b33fbabba0a9f4350de3179e36d8d018ec37081e3',
    '0012-console a368fa12e24d2785d0edf3cb8d21fc8338e59e804a900c92dbed996a0818d5c2',
    '0013-given-up 17877c1850dbd0bfa1e86ad2faf73f1097f09acdd613832eef26b1893ade1952',
    '0014-days-bound f0df5821efedd06b8e43f9ca6470b5419701c553f9b6ec44254fc804e100da5d',
    '0015-days-bound-proven 491ee309c74cf6094d2b5a5e815fa38370527904d8342b56d650bdedd6fc0896',
    '0016-days ccd545b13eba3f2da5a51020c8f8e069ca8d71743c4af20df98224a071727d17',
  ],
  SQLite: [
    '0001-initial a7182b271a5d9516904e5efb284ba4fd45f4a70c854294ea0be936e4745d0d8e',
    '0002-key-acceptances bfbdb6d737b1e82f9ea89b0125eed06d3bb1ce414868078388f5f781560b3a0a',
    '0003-payloads 1b2750e2fe60e1b737ae69419752329e329c8c94fdc73e4f6573a5eb2925c29b',
    '0004-attempts c1d532f330a47dba891128591736f93ea97bbcc0a7f9e258cb8da6efcffd1cd7',
    '0005-bio-attempts 8e4b020604b2e40d855f04019a039ed24106d020074a460aa0b8c512721aa4e3',
    '0006-listing 4dc653eaf44f8dcd266929a175babae1d87a36ee585e5182e77f8a586f8a9eed',
    '0007-audit-trail b2d1cef3482f3bd3b972f2a9b2c40f2165123aa583bef3b4e90c37b26fddc58b',
    '0008-webhooks 94af43de2e03cda659ae2ae9b5035cdeaa4f05861670c89e3d6878fa7d52cdda',
    '0009-display-text 32ca111830bc2ce9a30fc83a1a78260b582c3e268d17ee204c39fe201843628a',
    '0010-logos c93fe36478567522f0f0666c3c92d1eb849d20faee92479b4ddce4c9f5d2d10a',
    '0011-console d05062471a65fee601e8958ab9894ee6cc655a0a0b8c4588ba2acb36fef88808',
    '0012-given-up 17877c1850dbd0bfa1e86ad2faf73f1097f09acdd613832eef26b1893ade1952',
  ],
};

/** What code of the schema before could not live with, of a table that was there. */
const BREAKING: readonly [what: string, text: RegExp][] = [
  ['takes away', /\bDROP\b/i],
  ['renames', /\bRENAME\b/i],
  ['changes a type, a default or a constraint', /\bALTER\s+COLUMN\b/i],
  ['adds a column that must be given', /\bADD\s+(?:COLUMN\s+)?\w+(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i],
  ['adds a rule for what is written', /\bADD\s+(?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|PRIMARY)\b/i],
  ['adds a rule with a column', /\bADD\s+(?:COLUMN\s+)?\w+[^,;]*\b(?:UNIQUE|CHECK|REFERENCES|GENERATED)\b/i],
  ['adds an index that refuses', /\bCREATE\s+UNIQUE\s+INDEX\b/i],
];

/** Their tables are put back under their names as they were: `migrate.test.ts` compares what is there before and after. */
const PUTS_BACK = new Set(['days-bound', 'days']);

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

describe('a migration that does not say that it breaks only adds', () => {
  it.each([
    ['Postgres', POSTGRES],
    ['SQLite', SQLITE],
  ] as const)('on %s', (_, migrations) => {
    const wrong = migrations.filter((migration) => migration.breaks !== true && breaks(migration).length > 0);
    const unproven = wrong.filter(({ name }) => !PUTS_BACK.has(name));
    expect(unproven.map((migration) => [migration.name, ...breaks(migration)])).toEqual([]);
  });

  it('and one that says so has a reason', () => {
    const said = [...POSTGRES, ...SQLITE].filter((migration) => migration.breaks === true);
    expect(said.map(({ name }) => name)).toEqual(['payloads', 'payloads']);
    for (const migration of said) expect(breaks(migration)).not.toEqual([]);
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
  ])('the rule sees %j', (sql) => expect(breaks({ sql })).not.toEqual([]));

  it.each([
    'ALTER TABLE a ADD COLUMN b TEXT',
    "ALTER TABLE a ADD COLUMN b TEXT NOT NULL DEFAULT ''",
    'CREATE INDEX a ON b (c)',
  ])('and lets %j pass', (sql) => expect(breaks({ sql })).toEqual([]));
});
