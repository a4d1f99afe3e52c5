import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs the first of these Debian packages that there is, if this is root. Otherwise the tests say what is missing. */
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
