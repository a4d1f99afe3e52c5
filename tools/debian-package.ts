import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export function ensureInstalled(why: string, names: readonly string[], found: () => unknown): void {
  if (found() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`── ${names[0]} ──\n${why}: installing Debian's …`);
  aptGet('update', '-qq');
  for (const name of names) if (!found()) aptGet('install', '-y', '-qq', '--no-install-recommends', name);
}

const aptGet = (...args: string[]): void =>
  void spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

/** Each package with its program. Throws if a program is missing and cannot be installed. */
export function installed(programs: Readonly<Record<string, string>>): void {
  for (const [name, file] of Object.entries(programs)) {
    ensureInstalled(`No ${name} is here`, [name], () => existsSync(file));
    if (!existsSync(file)) throw new Error(`This command needs Debian's package ${name} (apt-get install ${name}).`);
  }
}
