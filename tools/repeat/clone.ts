import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A clone of HEAD, with an empty home. */
export function makeClone(checkout: string) {
  const folder = mkdtempSync(join(tmpdir(), 'authly-repeat-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const [path, home] = [join(folder, 'authly'), join(folder, 'home')];
  try {
    // As root the tests' Postgres runs as another user, who must be able to enter.
    chmodSync(folder, 0o755);
    mkdirSync(home);
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', checkout, path], { stdio: ['ignore', 'ignore', 2] });
    for (const modules of installedModules(checkout, path))
      execFileSync('cp', ['-a', join(checkout, modules), join(path, modules)]);
    return { path, home, [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The folders of installed modules, if the clone has the same lockfile. Otherwise its own `npm test` installs them. */
function installedModules(checkout: string, clone: string): string[] {
  const [here, there] = [checkout, clone].map((folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const isInstalled = existsSync(join(checkout, 'node_modules', '.package-lock.json'));
  return here === there && isInstalled
    ? globSync(['node_modules', '{packages,apps}/*/node_modules'], { cwd: checkout })
    : [];
}
