import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDatabase } from '../../../../test/migrated-database.ts';
import { withConnection } from '../storage/postgres/migrate.ts';
import { runAuthly, type CliRun } from '../../test/cli-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'authly-errors-'));
const env = { AUTHLY_ENV: 'test', AUTHLY_DATA_DIR: folder, AUTHLY_MASTER_KEY: randomBytes(32).toString('base64') };
const authly = (...words: string[]): Promise<CliRun> => runAuthly(words, env);

beforeAll(() => authly('migrate'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an error', () => {
  it.each([
    [
      ['merchant', 'add'],
      'required and not given: --name <name>, --bio-base-url <url>',
      'Run "authly merchant add --help" for its options.',
    ],
    [['merchant', 'ad'], "unknown command 'ad'", 'Did you mean add? Run "authly merchant --help" for its commands.'],
    [
      ['keys', 'list', '--jsn'],
      "unknown option '--jsn'",
      'Did you mean --json? Run "authly keys list --help" for its options.',
    ],
    [['frobnicate'], "unknown command 'frobnicate'", 'Run "authly --help" for its commands.'],
    [
      ['webhook', 'test'],
      "missing required argument 'merchant_id'",
      'Run "authly webhook test --help" for its options.',
    ],
  ])('of usage, %j, names the help to read and exits with 2', async (words, message, hint) => {
    expect(await authly(...words)).toEqual({ code: 2, out: '', error: `authly: ${message}\n${hint}\n` });
    const asJson = await authly(...words, '--json');
    if (words.includes('--jsn')) return;
    expect(asJson).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(asJson.error)).toMatchObject({ error: { code: 'usage' } });
  });

  it('with --json has a code, a message and a hint on standard error', async () => {
    const run = await authly('merchant', 'show', 'mch_nope', '--json');
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(JSON.parse(run.error)).toEqual({
      error: {
        code: 'not_found',
        message: 'there is no merchant mch_nope',
        hint: 'Run "authly merchant list" to see those that exist.',
      },
    });
  });

  it.each(['prod', 'staging'])('AUTHLY_ENV=%s is rejected with the allowed values', async (name) => {
    const onStore = await runAuthly(['merchant', 'list'], { ...env, AUTHLY_ENV: name });
    expect(onStore).toMatchObject({
      code: 1,
      error: `authly: AUTHLY_ENV is "${name}", but must be test or production\n`,
    });
    const without = { AUTHLY_ENV: name, AUTHLY_DATA_DIR: join(folder, 'nowhere') };
    expect((await runAuthly(['merchant', 'list'], without)).error).toBe(onStore.error);
  });

  it.each([
    [
      'a CA file',
      ['merchant', 'add', '--name', 'A', '--bio-base-url', 'https://x.test', '--bio-ca-file', '/nope/ca.pem'],
      'there is no file or folder /nope/ca.pem',
    ],
    ['a backup', ['backup', '/nope/x.db'], 'there is no folder /nope: create it first'],
    ['an export', ['audit', 'verify', '--export', '/nope/log'], 'there is no file or folder /nope/log'],
    ['a folder as a file', ['audit', 'verify', '--export', '/tmp'], 'a folder was given where a file is needed'],
  ])('of %s that cannot be used is a sentence', async (_, words, sentence) => {
    const { code, error } = await authly(...words);
    expect({ code, error }).toEqual({ code: 1, error: `authly: ${sentence}\n` });
    expect(error).not.toMatch(/ENOENT|EISDIR|\.part/);
  });

  it.each([
    ['postgres://u:secret#w@127.0.0.1/x', 'has characters in user, password or database that must be percent-encoded'],
    ['postgres://…', 'must name the host of a database server'],
    ['mysql://x', 'must begin with postgres://'],
  ])('of AUTHLY_DATABASE_URL=%s is the same sentence in every command', async (url, rule) => {
    const onPostgres = { ...env, AUTHLY_DATABASE_URL: url };
    for (const words of [['merchant', 'list'], ['migrate'], ['serve'], ['backup', '/tmp/never.db']]) {
      const { code, error } = await runAuthly(words, onPostgres);
      expect({ code, error }).toEqual({ code: 78, error: expect.stringContaining(`AUTHLY_DATABASE_URL ${rule}`) });
      expect(error).not.toMatch(/secret|defect|\n {4}at /);
    }
    expect((await runAuthly(['doctor'], onPostgres)).out).toMatch(
      new RegExp(`✗ database .*AUTHLY_DATABASE_URL ${rule}`),
    );
  });

  it('of a secret file that is absent or empty for a moment is 1, so that a supervisor starts the service again', async () => {
    const empty = join(folder, 'empty-secret');
    writeFileSync(empty, '');
    for (const given of [
      { AUTHLY_DATABASE_URL: undefined, AUTHLY_DATABASE_URL_FILE: empty },
      { AUTHLY_MASTER_KEY: undefined, AUTHLY_MASTER_KEY_FILE: '/nowhere' },
    ])
      expect(await runAuthly(['serve'], { ...env, AUTHLY_TRUSTED_PROXIES: '127.0.0.1', ...given })).toMatchObject({
        code: 1,
        error: expect.stringContaining('points to a file that cannot be read or is empty') as string,
      });
  });

  it('of an older schema is its own exit code, and only migrate changes it', async () => {
    const database = await migratedDatabase();
    const onPostgres = { ...env, AUTHLY_DATABASE_URL: database.url };
    expect((await runAuthly(['migrate'], onPostgres)).code).toBe(0);
    const schema = async (change = ''): Promise<unknown[]> =>
      withConnection(database.url, async (connection) => {
        await connection.query(change);
        return (await connection.query('SELECT number FROM schema_migrations')).rows;
      });
    const before = await schema('DELETE FROM schema_migrations');
    const add = ['merchant', 'add', '--name', 'One', '--bio-base-url', 'https://localhost:1'];
    for (const words of [['merchant', 'list'], add, ['console', 'login'], ['sandbox', 'advance', '1h']])
      expect(await runAuthly(words, onPostgres)).toMatchObject({
        code: 78,
        error: expect.stringContaining('run "authly migrate"') as string,
      });
    expect((await runAuthly(['doctor'], onPostgres)).out).toContain('run "authly migrate"');
    expect(await schema()).toEqual(before);
    await database.drop();
  });

  it('of an unreachable database names the things to check', async () => {
    const { error } = await runAuthly(['merchant', 'list'], {
      ...env,
      AUTHLY_DATABASE_URL: 'postgres://127.0.0.1:1/x',
    });
    expect(error).toMatch(/^authly: the database cannot be reached \(.*\): check AUTHLY_DATABASE_URL, and that/);
  });

  it('of an audit export before the first key says who creates it, and creates none', async () => {
    expect(await authly('audit', 'export')).toMatchObject({
      code: 1,
      error: 'authly: there is no key to sign with yet: the service creates it when it starts\n',
    });
    expect(JSON.parse((await authly('keys', 'list', '--json')).out)).toEqual([]);
  });

  it('of settings has the code invalid_settings', async () => {
    const rotated = await runAuthly(['keys', 'emergency', '--json'], { ...env, AUTHLY_MASTER_KEY: 'short' });
    expect(JSON.parse(rotated.error)).toMatchObject({ error: { code: 'invalid_settings' } });
  });
});

it('merchant add prints the store', async () => {
  const { out } = await authly('merchant', 'add', '--name', 'A', '--bio-base-url', 'https://localhost:1');
  expect(out).toContain(`Added to the store ${folder} (test).`);
});
