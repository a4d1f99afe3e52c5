import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Podman with its own storage. runc and cgroupfs work without systemd. */
export class Podman {
  readonly #storage: string;
  readonly #state: string;

  constructor(storage: string) {
    mkdirSync(storage, { recursive: true });
    this.#storage = storage;
    // Podman needs a short path that stays the same.
    this.#state = join(tmpdir(), `authly-${createHash('sha256').update(storage).digest('hex').slice(0, 12)}`);
  }

  command(...args: string[]): string[] {
    const storage = ['--storage-driver', 'vfs', '--root', this.#storage, '--runroot', this.#state];
    return [...storage, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs', '--events-backend', 'file', ...args];
  }

  run(...args: string[]): string {
    const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
    return execFileSync('podman', this.command(...args), { encoding: 'utf8', stdio }).trim();
  }

  show(...args: string[]): void {
    execFileSync('podman', this.command(...args), { stdio: ['ignore', 'inherit', 'inherit'] });
  }

  has(image: string): boolean {
    return this.run('images', '--quiet', image) !== '';
  }
}
