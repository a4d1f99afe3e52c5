import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { EngineAnswer, EngineTask } from './engine-worker.ts';

/** At least two, so that a stuck comparison does not block the others. */
const MOST_THREADS = Math.max(2, availableParallelism());
const ENGINE = new URL('./engine-worker.ts', import.meta.url);

export type EngineThreads = Piscina<EngineTask, EngineAnswer>;

interface ThreadsOptions {
  /** Threads that start at once and stay when idle. */
  readonly kept?: number;
  readonly most?: number;
  readonly worker?: URL;
}

export const engineThreads = ({ kept = 0, most = MOST_THREADS, worker = ENGINE }: ThreadsOptions = {}): EngineThreads =>
  new Piscina<EngineTask, EngineAnswer>({
    filename: worker.href,
    minThreads: kept,
    maxThreads: most,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    // An error event without a listener would end the process.
  }).on('error', () => {});

/** Called before a service loads its other parts. A thread that cannot load the engine fails its first task, and so the start. */
export const startEngineThreads = (): EngineThreads => engineThreads({ kept: 2 });
