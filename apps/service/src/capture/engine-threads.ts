import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { EngineAnswer, EngineTask } from './engine-worker.ts';

/** As many as keep every core but one busy. There is one thread more than that, which no merchant gets beside them. */
export const THREADS_OF_A_MERCHANT = Math.max(1, availableParallelism() - 1);
export const MOST_THREADS = THREADS_OF_A_MERCHANT + 1;
const ENGINE = new URL('./engine-worker.ts', import.meta.url);

export type EngineThreads = Piscina<EngineTask, EngineAnswer>;

interface ThreadsOptions {
  /** These are started at once, and stay. */
  readonly kept: number;
  readonly most?: number;
  /** What they run. */
  readonly worker?: URL;
  /** Called with the error of a thread that died while it had no work. The next task starts another. */
  readonly onError: (error: Error) => void;
}

export const engineThreads = ({ kept, most = MOST_THREADS, worker = ENGINE, onError }: ThreadsOptions): EngineThreads =>
  new Piscina<EngineTask, EngineAnswer>({
    filename: worker.href,
    minThreads: Math.min(most, kept),
    maxThreads: most,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    // An event that nobody hears would end the process.
  }).on('error', onError);

/**
 * For a process that is there to stay, before anything else: one loads the engine for the first capture, and another beside it, so that who comes
 * in the middle of a flood does not wait for its start. One that cannot load it fails its first task too, and so the start.
 */
export const startEngineThreads = (): EngineThreads => engineThreads({ kept: 2, onError: () => {} });
