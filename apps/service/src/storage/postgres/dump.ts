import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { parse } from 'pg-connection-string';
import { RefusedError } from '../../runtime/refused-error.ts';
import { makeFile } from '../../runtime/make-file.ts';
import { postgresError } from './errors.ts';
import { primaryOf } from './primary.ts';

/** Runs `pg_dump` on the server that accepts writes, and checks the file before it gets its name. */
export async function dump(url: string, file: string, keyIds: readonly string[]): Promise<void> {
  const { server, client } = await primaryOf(url, {}).catch((error: unknown) => {
    throw postgresError(error);
  });
  await client.end();
  const caFile = `${file}.ca`;
  try {
    await makeFile(file, async (part) => {
      const args = ['--format=custom', '--no-password', `--file=${part}`];
      await run('pg_dump', args, { ...otherSettings(), ...libpqOf(server, client, caFile) });
      await checkDump(part, keyIds, file);
    });
  } finally {
    rmSync(caFile, { force: true });
  }
}

/** Reads all of the file. Without its keys an enrollment is lost, so it must have each of these. */
export async function checkDump(file: string, keyIds: readonly string[], named = file): Promise<void> {
  await run('pg_restore', ['--file=/dev/null', file]);
  const rows = await run('pg_restore', ['--data-only', '--table=keys', '--file=-', file]);
  const [, copied] = /^COPY \S+\.keys \(id, .*\n([^]*?)^\\\.$/m.exec(rows) ?? [];
  if (copied === undefined) throw new RefusedError(`${named} is no backup of a store: it has no table of keys`);
  const held = new Set(copied.split('\n').map((row) => row.split('\t', 1)[0]));
  const missing = keyIds.filter((id) => !held.has(id));
  if (missing.length > 0)
    throw new RefusedError(`${named} lacks keys that the store has: ${missing.join(', ')}. Make a new backup`);
}

/**
 * Says to libpq which server the driver reached, and that it must trust it as the driver does. Every local user can read the arguments of a
 * program, so all of it is in the environment.
 */
export function libpqOf(server: string, client: Client, caFile: string): Record<string, string> {
  const { ssl = process.env['PGSSLMODE'], sslrootcert, sslcert, sslkey, options } = parse(server);
  const { rejectUnauthorized } = typeof ssl === 'object' ? ssl : { rejectUnauthorized: ssl !== 'no-verify' };
  const isVerified = client.ssl && rejectUnauthorized !== false;
  // libpq knows no public CA, unless the system has a file of them where OpenSSL looks.
  if (isVerified && sslrootcert === undefined) writeFileSync(caFile, getCACertificates().join('\n'));
  const given = {
    PGHOST: client.host,
    PGPORT: String(client.port),
    PGDATABASE: client.database,
    PGUSER: client.user,
    PGPASSWORD: client.password,
    PGOPTIONS: options,
    PGSSLMODE: isVerified ? 'verify-full' : client.ssl ? 'require' : 'disable',
    PGSSLROOTCERT: isVerified ? (sslrootcert ?? caFile) : undefined,
    PGSSLCERT: sslcert,
    PGSSLKEY: sslkey,
    PGTARGETSESSIONATTRS: 'read-write',
  };
  return Object.fromEntries(Object.entries(given).filter((each): each is [string, string] => Boolean(each[1])));
}

/** A service file or an address in the environment would replace the server. */
const otherSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')));

async function run(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { env, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { code, stderr } = error as { code: unknown; stderr?: string };
    if (code === 'ENOENT')
      throw new RefusedError(
        `${program} is not here`,
        undefined,
        "Install the client programs of your server's version (Debian: postgresql-client), and have their folder in PATH.",
      );
    throw new RefusedError(stderr?.trim() || `${program} failed (${String(code)})`);
  }
}
