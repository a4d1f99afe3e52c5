import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '../chaos/fixture.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit that gave this version its number, or the one before if that is the latest. Undefined where this checkout has no history. */
export function lastRelease(): string | undefined {
  try {
    const head = git('rev-parse', 'HEAD');
    return git('log', '--format=%H', '-G^  "version": ', '--', 'package.json')
      .split('\n')
      .find((commit) => commit !== '' && commit !== head);
  } catch {
    return undefined;
  }
}

/** The code of a commit, with what is installed here; its workspaces are its own. */
export function checkOut(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder], { cwd: ROOT, stdio: 'pipe' });
  const [installed, own] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(own, '@authly'), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '@authly' && name !== '.cache') symlinkSync(join(installed, name), join(own, name));
  for (const workspaces of ['packages', 'apps'])
    for (const name of readdirSync(join(folder, workspaces)))
      symlinkSync(join(folder, workspaces, name), join(own, '@authly', name));
}

/** By its own command line: this release's would bring the schema up to date. */
export async function addMerchantWith(
  folder: string,
  env: Record<string, string>,
  bio: { readonly url: string; readonly caFile: string },
): Promise<Client> {
  const authly = async (...args: string[]): Promise<Record<string, string>> => {
    const command = [join(folder, 'apps', 'service', 'bin', 'authly.mjs'), ...args, '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env, cwd: folder });
    return JSON.parse(stdout) as Record<string, string>;
  };
  const settings = ['--bio-base-url', bio.url, '--bio-ca-file', bio.caFile, '--bio-timeout-ms', '1000'];
  const { merchant_id: merchantId } = await authly('merchant', 'add', '--name', 'A shop', ...settings);
  const { client_id: clientId, client_secret: clientSecret } = await authly('client', 'add', '--merchant', merchantId!);
  return { merchantId: merchantId!, clientId: clientId!, clientSecret: clientSecret! };
}
