import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackage } from './build-package.ts';
import { PACKAGES } from './package-files.ts';

/** Prefers the npm that started this process. */
export async function npm(args: readonly string[], cwd: string): Promise<string> {
  const own = process.env['npm_execpath'];
  const [program, ...first] = own?.endsWith('.js') ? [process.execPath, own] : ['npm'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
  const { stdout } = await promisify(execFile)(program, [...first, ...args, ...quiet], { cwd });
  return stdout;
}

export const installLine = (tarballs: readonly string[]): string => `npm install '${tarballs.join("' '")}'`;

export async function writeTarballs(folder: string, say: (step: string) => void = () => {}): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith('.tgz')) rmSync(join(folder, name));
  using building = mkdtempDisposableSync(join(tmpdir(), 'authly-packages-'));
  const folders = PACKAGES.map((each) => join(building.path, each.folder));
  for (const [index, each] of PACKAGES.entries()) {
    say(`Building @authly/${each.folder} …`);
    await buildPackage(each, folders[index]!);
  }
  say('Packing …');
  await npm(['pack', ...folders, '--pack-destination', folder], building.path);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(folder, name));
}
