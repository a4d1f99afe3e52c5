import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { RefusedError } from '../../runtime/refused-error.ts';
import { makeFile } from '../make-file.ts';

const KEYS = /^\d+; \d+ \d+ TABLE DATA \S+ keys /m;

/** Runs `pg_dump`, and checks the file before it gets its name. */
export function dump(url: string, file: string): Promise<void> {
  const [address, env] = withoutPassword(url);
  return makeFile(file, async (part) => {
    await run('pg_dump', ['--format=custom', '--no-password', `--file=${part}`, `--dbname=${address}`], env);
    await checkDump(part, file);
  });
}

/** Reads all of the file. Without the keys every enrollment is lost. */
export async function checkDump(file: string, named = file): Promise<void> {
  const list = await run('pg_restore', ['--list', file]);
  if (!KEYS.test(list)) throw new RefusedError(`${named} is no backup of a store: it has no table of keys`);
  await run('pg_restore', ['--file=/dev/null', file]);
}

/** Every local user can read the arguments of a program. */
function withoutPassword(url: string): [string, Record<string, string>] {
  const [, before, password, after] = /^([^:]+:\/\/[^:/?#@]*):([^/?#]*)(@.*)$/s.exec(url) ?? [];
  return password === undefined ? [url, {}] : [`${before}${after}`, { PGPASSWORD: decodeURIComponent(password) }];
}

async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  try {
    const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    return (await promisify(execFile)(program, args, options)).stdout;
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
