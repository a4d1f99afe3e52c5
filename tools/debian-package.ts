import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

interface DebianPackage {
  /** Printed while it installs. */
  readonly why: string;
  /** Alternatives, tried in order. */
  readonly names: readonly string[];
  readonly isHere: () => boolean;
}

/** Installs a Debian package if this is root. Otherwise the tests say what is missing. */
export function ensureInstalled({ why, names, isHere }: DebianPackage): void {
  if (isHere() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`── ${names[0]} ──\n${why}: installing Debian's …`);
  aptGet('update', '-qq');
  for (const name of names) if (!isHere()) aptGet('install', '-y', '-qq', '--no-install-recommends', name);
}

const aptGet = (...args: string[]): void =>
  void spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
