import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { dump, libpqOf } from './dump.ts';

const folder = mkdtempSync(join(tmpdir(), 'authly-dump-'));
const caFile = join(folder, 'public.ca');
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['sslmode=verify-full', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: caFile }],
  ['sslmode=require', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: caFile }],
  [`sslmode=prefer&sslrootcert=${caFile}`, { PGSSLMODE: 'verify-full', PGSSLROOTCERT: caFile }],
  ['sslmode=no-verify', { PGSSLMODE: 'require' }],
  ['sslmode=disable', { PGSSLMODE: 'disable' }],
  ['', { PGSSLMODE: 'disable' }],
  ['password=in-the-query', { PGPASSWORD: 'in-the-query', PGSSLMODE: 'disable' }],
  ['options=-c%20search_path%3Dours', { PGOPTIONS: '-c search_path=ours', PGSSLMODE: 'disable' }],
])('pg_dump trusts the server as the driver does: %s', (query, expected) => {
  const server = `postgres://ada@db.example:5433/authly?${query}`;
  writeFileSync(caFile, 'ca');
  expect(libpqOf(server, new Client({ connectionString: server }), caFile)).toEqual({
    PGHOST: 'db.example',
    PGPORT: '5433',
    PGDATABASE: 'authly',
    PGUSER: 'ada',
    PGTARGETSESSIONATTRS: 'read-write',
    ...expected,
  });
  const hasPublicCas = query === 'sslmode=verify-full' || query === 'sslmode=require';
  expect(readFileSync(caFile, 'utf8').startsWith('-----BEGIN CERTIFICATE')).toBe(hasPublicCas);
});

/** Programs that say how they were called. The backup has the key `key_1`. */
function fakePrograms(): () => string {
  const said = join(folder, 'said');
  const program = (name: string, text: string): void =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  program(
    'pg_dump',
    `echo "$@" $(env | grep ^PG) > ${said}; for each; do case $each in --file=*) : > "\${each#--file=}";; esac; done`,
  );
  program(
    'pg_restore',
    `case "$*" in *--table=keys*) printf 'COPY public.keys (id, purpose) FROM stdin;\\nkey_1\\tx\\n\\\\.\\n';; esac`,
  );
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  vi.stubEnv('PGHOSTADDR', '192.0.2.1');
  return () => readFileSync(said, 'utf8');
}

it('a backup is made of the server that takes writes, and shows no part of the address to other users', async () => {
  const said = fakePrograms();
  const { port, username, password } = new URL(inject('postgresUrl'));
  const file = join(folder, 'good.dump');
  await dump(`postgres://${username}@127.0.0.1:1,127.0.0.1:${port}/postgres?password=${password}`, file, ['key_1']);
  expect(said()).toMatch(/^--format=custom --no-password --file=\S+\.part PG/);
  expect(said()).toContain(`PGPORT=${port}`);
  expect(said()).toContain(`PGPASSWORD=${password}`);
  expect(said()).not.toContain('PGHOSTADDR');
  expect([existsSync(file), existsSync(`${file}.ca`)]).toEqual([true, false]);
  vi.unstubAllEnvs();
});

it('a backup without the newest keys of the store is refused, and gets no name', async () => {
  fakePrograms();
  const file = join(folder, 'stale.dump');
  await expect(dump(inject('postgresUrl'), file, ['key_1', 'key_2'])).rejects.toThrow(
    `${file} lacks keys that the store has: key_2. Make a new backup`,
  );
  expect(existsSync(file)).toBe(false);
  vi.unstubAllEnvs();
});
