import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts a process's time in these. */
const TICK_MS = 10;

/** Processor time of a process and of all that it started, those that have ended already included. */
export function cpuMsOf(pid: number): number {
  // After the name, which stands in brackets and may hold blanks. The times of a process, and of its children that have ended.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  const own = ticks.reduce((sum, each) => sum + Number(each), 0) * TICK_MS;
  return childrenOf(pid).reduce((sum, child) => sum + (existsSync(`/proc/${child}/stat`) ? cpuMsOf(child) : 0), own);
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
