import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { COMPARISON_DEADLINE_MS, type Comparison, type Inspection, type Template, type Verdict } from './comparison.ts';
import type { EngineComparison, EngineTask } from './engine-worker.ts';

/** More than this waiting would miss the deadline anyway: what comes on top is shed at once. */
const QUEUE_PER_THREAD = 64;
const ENGINE = new URL('./engine-worker.ts', import.meta.url);

interface EngineOptions {
  readonly threads?: number;
  readonly deadlineMs?: number;
  readonly queue?: number;
  /** What the threads run. */
  readonly worker?: URL;
  /** Told when a thread dies that had no work. It is replaced with the next piece of work. */
  readonly onThreadError?: (error: Error) => void;
}

/** The built-in engine. A thread that passes its deadline is ended and replaced: it may be in the middle of anything. */
export class EngineInPool implements Comparison {
  readonly #makePool: () => Piscina<EngineTask, Inspection | EngineComparison>;
  readonly #deadlineMs: number;
  /** Counted here: the pool's own bound does not count work that can be aborted. */
  readonly #mostInHand: number;
  #inHand = 0;
  /** Made with the first piece of work: a process that captures nothing starts no thread. */
  #pool: Piscina<EngineTask, Inspection | EngineComparison> | undefined;

  constructor({
    threads = Math.max(1, availableParallelism() - 1),
    deadlineMs = COMPARISON_DEADLINE_MS,
    queue = threads * QUEUE_PER_THREAD,
    worker = ENGINE,
    onThreadError = () => {},
  }: EngineOptions = {}) {
    this.#deadlineMs = deadlineMs;
    this.#mostInHand = threads + queue;
    this.#makePool = () =>
      new Piscina<EngineTask, Inspection | EngineComparison>({
        filename: worker.href,
        minThreads: 1,
        maxThreads: threads,
        idleTimeout: 30_000,
        resourceLimits: { maxOldGenerationSizeMb: 256 },
        // An event that nobody hears would end the process.
      }).on('error', onThreadError);
  }

  /** Starts a thread and lets it load the engine, so that the first capture does not pay for it out of its own deadline. */
  async warm(): Promise<void> {
    this.#pool ??= this.#makePool();
    await this.#pool.run({ task: 'inspect', template: new Uint8Array(0) });
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

  async #run(
    task: EngineTask,
    templates: readonly Template[],
  ): Promise<Inspection | EngineComparison | { failure: 'provider_timeout' | 'provider_error' }> {
    const deadline = AbortSignal.timeout(this.#deadlineMs);
    this.#inHand++;
    try {
      if (this.#inHand > this.#mostInHand) return { failure: 'provider_timeout' };
      this.#pool ??= this.#makePool();
      return await this.#pool.run(task, { signal: deadline, transferList: templates.map(({ buffer }) => buffer) });
    } catch {
      return { failure: deadline.aborted ? 'provider_timeout' : 'provider_error' };
    } finally {
      this.#inHand--;
      // What was shed or given up while it waited never went to a thread that would wipe it.
      for (const template of templates) if (!template.buffer.detached) template.fill(0);
    }
  }
}
