import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { COMPARISON_DEADLINE_MS, type Comparison, type Inspection, type Template, type Verdict } from './comparison.ts';
import type { EngineComparison, EngineTask } from './engine-worker.ts';

/** More than this waiting would miss the deadline anyway: what comes on top is shed at once. */
const QUEUE_PER_THREAD = 64;

interface EngineOptions {
  readonly threads?: number;
  readonly deadlineMs?: number;
  readonly queue?: number;
}

/** The built-in engine. A thread that passes its deadline is ended and replaced: it may be in the middle of anything. */
export class EngineInPool implements Comparison {
  readonly #makePool: () => Piscina<EngineTask, Inspection | EngineComparison>;
  readonly #deadlineMs: number;
  /** Made with the first piece of work: a process that captures nothing starts no thread. */
  #pool: Piscina<EngineTask, Inspection | EngineComparison> | undefined;

  constructor({ threads = Math.max(1, availableParallelism() - 1), deadlineMs = COMPARISON_DEADLINE_MS, queue = threads * QUEUE_PER_THREAD }: EngineOptions = {}) {
    this.#deadlineMs = deadlineMs;
    this.#makePool = () =>
      new Piscina({
        filename: new URL('./engine-worker.ts', import.meta.url).href,
        minThreads: 1,
        maxThreads: threads,
        maxQueue: queue,
        idleTimeout: 30_000,
        resourceLimits: { maxOldGenerationSizeMb: 256 },
      });
  }

  async inspect(template: Template): Promise<Inspection> {
    const found = await this.#run({ task: 'inspect', template }, [template]);
    return 'failure' in found && !('fit' in found) ? { fit: false, failure: found.failure } : (found as Inspection);
  }

  async compare(probe: Template, enrolled: Template): Promise<Verdict> {
    const found = await this.#run({ task: 'compare', probe, enrolled }, [probe, enrolled]);
    if ('failure' in found) return { failure: found.failure };
    const compared = found as EngineComparison;
    if ('invalid' in compared || compared.replayed) return { failure: 'template_invalid' };
    return { matched: compared.matched };
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  async #run(task: EngineTask, templates: readonly Template[]): Promise<Inspection | EngineComparison | { failure: 'provider_timeout' | 'provider_error' }> {
    const deadline = AbortSignal.timeout(this.#deadlineMs);
    try {
      this.#pool ??= this.#makePool();
      return await this.#pool.run(task, { signal: deadline, transferList: templates.map(({ buffer }) => buffer) });
    } catch (error) {
      const shed = error instanceof Error && error.message.includes('queue is at limit');
      return { failure: deadline.aborted || shed ? 'provider_timeout' : 'provider_error' };
    }
  }
}
