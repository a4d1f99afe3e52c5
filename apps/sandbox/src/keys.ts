import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ReadStream } from 'node:tty';
import { attempted } from '../../service/src/runtime/attempted.ts';

type Keys = Readonly<Record<string, () => unknown>>;

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

export function readKeys(terminal: ReadStream, { quit, ...keys }: Keys & { readonly quit: () => unknown }): void {
  terminal.setRawMode(true);
  terminal.setEncoding('utf8');
  terminal.on('data', (typed: string) => {
    for (const key of typed) {
      if (key === CTRL_C || key === CTRL_D || key === 'q') return quit();
      new Promise((resolve) => resolve(keys[key.toLowerCase()]?.())).catch((error: Error) =>
        console.log(`  That did not work: ${error.message}`),
      );
    }
    return undefined;
  });
}

/** The system stops a background process that reads its terminal. */
export function mayReadKeys(): boolean {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  return attempted(process.platform === 'linux' ? isForegroundOnLinux : isForegroundByPs) ?? false;
}

/** The fields after the name are state, parent, group, session, terminal and foreground group. */
function isForegroundOnLinux(): boolean {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === foreground;
}

const isForegroundByPs = (): boolean =>
  execFileSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' }).includes('+');
