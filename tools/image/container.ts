import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** As the image says it. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface ContainerOptions {
  /** The image's files. */
  readonly root: string;
  readonly config: ImageConfig;
  /** Folders of this machine, by their place in the container. */
  readonly volumes: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What an engine does for `--read-only --user --cap-drop ALL --security-opt no-new-privileges`: places for mounts, then the whole root is
 * read-only for good, for this process and its own alone. The program is PID 1 of its own world.
 */
const ENTER = `set -eu
root=$1 user=$2 group=$3 folder=$4 volumes=$5; shift 5
mount --bind "$root" "$root"
for place in proc dev tmp; do mkdir -p "$root/$place"; done
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero random urandom; do touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
mount -t tmpfs -o mode=1777,nosuid,nodev,noexec tmpfs "$root/tmp"
printf '%s\\n' "$volumes" | while IFS='|' read -r from to; do mkdir -p "$root$to"; mount --bind "$from" "$root$to"; done
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs unshare --root="$root" --wd="$folder" --setuid="$user" --setgid="$group" "$@"`;

const NAMESPACES = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child=SIGKILL'];

/** The image as it would run under an engine, where there is none. */
export class Container {
  readonly process: ChildProcess;
  readonly #env: Record<string, string>;
  readonly #config: ImageConfig;

  constructor({ root, config, volumes, env }: ContainerOptions) {
    this.#config = config;
    this.#env = { ...Object.fromEntries(config.Env.map((entry) => entry.split(/=(.*)/s) as [string, string])), ...env };
    const mounts = Object.entries(volumes)
      .map(([place, folder]) => `${folder}|${place}`)
      .join('\n');
    const [user = '', group = ''] = config.User.split(':');
    this.process = spawn(
      'unshare',
      [
        ...NAMESPACES,
        'sh',
        '-c',
        ENTER,
        'sh',
        root,
        user,
        group,
        config.WorkingDir,
        mounts,
        ...config.Entrypoint,
        ...config.Cmd,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...this.#env, PATH: `/usr/sbin:/usr/bin:/sbin:/bin` } },
    );
  }

  /** PID 1 of the container, as this machine knows it. */
  get pid(): number {
    const { pid } = this.process;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  }

  /** As `exec` of an engine: the same user, files and settings. Rejects where the program does not end well. */
  exec(command: readonly string[]): string {
    const [user = '', group = ''] = this.#config.User.split(':');
    const enter = [
      '--target',
      `${this.pid}`,
      '--mount',
      '--pid',
      '--root',
      '--wd',
      '--setuid',
      user,
      '--setgid',
      group,
    ];
    return execFileSync('nsenter', [...enter, '--', ...command], {
      encoding: 'utf8',
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Seconds until it ended by itself, and how. */
  async stop(): Promise<{ readonly code: number | null; readonly seconds: number }> {
    const began = performance.now();
    const ended = once(this.process, 'exit');
    process.kill(this.pid, 'SIGTERM');
    const [code] = (await ended) as [number | null];
    return { code, seconds: (performance.now() - began) / 1000 };
  }
}
