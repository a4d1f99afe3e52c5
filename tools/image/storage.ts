import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Images of our own, beside what else is thrown away: nothing is left in the system's. */
export class ImageStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** What buildah says. It needs neither a daemon nor a file system of layers. */
  buildah(args: readonly string[]): string {
    return execFileSync('buildah', this.#args(args), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  }

  /** For what takes long: it is watched. */
  watch(args: readonly string[], cwd: string): void {
    // Whoever ends this ends it too.
    const ended = ['--pdeathsig', 'TERM', 'buildah', ...this.#args(args)];
    execFileSync('setpriv', ended, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  }

  has(image: string): boolean {
    try {
      execFileSync('buildah', this.#args(['inspect', '--type', 'image', image]), { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }

  #args(args: readonly string[]): string[] {
    const own = [
      '--storage-driver',
      'vfs',
      '--root',
      join(this.#folder, 'root'),
      '--runroot',
      join(this.#folder, 'run'),
    ];
    return [...own, ...args];
  }
}
