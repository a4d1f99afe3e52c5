import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The server of this folder. Its file may be of one that has ended, and the number another program's by now. */
export function serverOf(dataFolder: string): number | undefined {
  const [pid = ''] = readOr(join(dataFolder, 'postmaster.pid')).split('\n');
  const folder = `/proc/${pid}/cwd`;
  return existsSync(folder) && readlinkSync(folder) === dataFolder ? Number(pid) : undefined;
}

/** It may have ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

export function childrenOf(parent: number): number[] {
  const isChild = (pid: string): boolean => readOr(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] === `${parent}`;
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && isChild(pid))
    .map(Number);
}

export function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
