import { Piscina } from 'piscina';
import type { Config } from '../config/config.ts';
import type { EngineAnswer, EngineTask } from './engine-worker.ts';

/** With two, a stuck comparison does not block the others. */
const LEAST_THREADS = 2;
const ENGINE = new URL('./engine-worker.ts', import.meta.url);

/** A name, because Node aborts the process when a thread stops while it loads a module with a default export by `require`. */
export const THREAD_EXPORT = 'work';

export type EngineThreads = Piscina<EngineTask, EngineAnswer>;

interface ThreadsOptions {
  /** Threads that start at once and stay when idle. */
  readonly kept?: number;
  readonly most?: number;
  readonly worker?: URL;
}

export const engineThreads = <Task = EngineTask, Answer = EngineAnswer>({
  kept = 0,
  most = LEAST_THREADS,
  worker = ENGINE,
}: ThreadsOptions = {}): Piscina<Task, Answer> =>
  new Piscina<Task, Answer>({
    filename: worker.href,
    name: THREAD_EXPORT,
    minThreads: kept,
    maxThreads: most,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    // An error event without a listener would end the process.
  }).on('error', () => {});

/** Called before a service loads its other parts. A thread that cannot load the engine fails its first task, and so the start. */
export const startEngineThreads = ({ engineThreads: most }: Pick<Config, 'engineThreads'>): EngineThreads =>
  engineThreads({ kept: LEAST_THREADS, most: Math.max(LEAST_THREADS, most) });
