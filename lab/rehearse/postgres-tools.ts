import { execFile, type ExecFileOptions } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresBinaries, type PostgresBinaries } from '../../test/postgres-binaries.ts';
import { ensureInstalled } from '../../tools/debian-package.ts';
import { within } from '../fixture/waiting.ts';

const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore'];

/** A Postgres with its client programs, which the Postgres of the tests lacks. */
export interface PostgresTools extends PostgresBinaries {
  run(program: 'pg_basebackup' | 'pg_dump' | 'pg_restore', args: readonly string[]): Promise<void>;
}

export function postgresTools(): PostgresTools {
  const why = 'No Postgres with pg_basebackup and pg_dump is here';
  ensureInstalled(why, ['postgresql'], folder);
  const programs = folder();
  if (programs === undefined) throw new Error(`${why} (Debian: apt-get install postgresql).`);
  const { as } = postgresBinaries();
  return {
    initdb: join(programs, 'initdb'),
    postgres: join(programs, 'postgres'),
    as,
    async run(program, args) {
      const options: ExecFileOptions = { cwd: '/', env: { PGPASSWORD: 'authly' }, ...as };
      await within(`${program} to end`, promisify(execFile)(join(programs, program), [...args], options));
    },
  };
}

/** A folder that belongs to the user of the server, who cannot enter our other folders. */
export function serverFolder({ as: { uid, gid } }: PostgresTools, prefix: string): string {
  const made = mkdtempSync(join(tmpdir(), prefix));
  if (uid !== undefined && gid !== undefined) chownSync(made, uid, gid);
  return made;
}

function folder(): string | undefined {
  if (!existsSync(POSTGRES_VERSIONS)) return undefined;
  return readdirSync(POSTGRES_VERSIONS)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_VERSIONS, version, 'bin'))
    .find((each) => PROGRAMS.every((program) => existsSync(join(each, program))));
}
