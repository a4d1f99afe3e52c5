import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';

/** What a server process has used since it started. */
export interface Usage {
  readonly cpuMs: number;
  /** Of these, the thread that runs JavaScript. */
  readonly mainThreadMs: number;
  /** Time in which its event loop was not idle; waiting for a disk inside a statement counts as busy. */
  readonly busyMs: number;
  readonly wallMs: number;
}

export interface Memory {
  readonly rssBytes: number;
  readonly heapBytes: number;
  /** Of the process's memory: where V8 puts what is new. It grows with how much is made in a second, not with how much is kept. */
  readonly youngBytes: number;
}

export function usage(): Usage {
  const { user, system } = process.cpuUsage();
  const main = process.threadCpuUsage();
  return {
    cpuMs: (user + system) / 1000,
    mainThreadMs: (main.user + main.system) / 1000,
    busyMs: performance.eventLoopUtilization().active,
    wallMs: performance.now(),
  };
}

/** What is left after everything that nobody holds has been collected. */
export function memory(): Memory {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return { rssBytes: rss, heapBytes: heapUsed, youngBytes: young?.physical_space_size ?? 0 };
}
