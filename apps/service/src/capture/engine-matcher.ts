import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { systemClock, type Clock } from '../clock.ts';
import { Deadline } from './deadline.ts';
import { MATCHER_DEADLINE_MS, type Matcher, type Inspection, type Template, type MatchResult } from './matcher.ts';
import type { EngineResult, EngineTask } from './engine-worker.ts';
import { Turns, type Asker } from './turns.ts';

/** As many as keep every core but one busy. There is one thread more than that, which no merchant gets beside them. */
const THREADS_OF_A_MERCHANT = Math.max(1, availableParallelism() - 1);
/** More than this waiting would miss the deadline anyway: what comes on top is shed at once. */
const QUEUE_PER_THREAD = 64;
/** Of the deadline: what has not begun by then is given up, for a thread that is ended in the middle of its work is dear to replace. */
const WAITING_SHARE = 0.8;
const ENGINE = new URL('./engine-worker.ts', import.meta.url);

interface EngineOptions {
  readonly threads?: number;
  /** How many of them one merchant may have. */
  readonly perMerchant?: number;
  readonly deadlineMs?: number;
  readonly clock?: Clock;
  readonly queue?: number;
  /** What the threads run. */
  readonly worker?: URL;
  /** Called with the error of a thread that died while it had no work. The next task starts another. */
  readonly onThreadError?: (error: Error) => void;
}

/** The built-in engine. A thread that passes its deadline is ended and replaced: it may be in the middle of anything. */
export class EngineMatcher implements Matcher {
  readonly #makePool: (threadsToKeep: number) => Piscina<EngineTask, Inspection | EngineResult>;
  readonly #deadlineMs: number;
  readonly #clock: Clock;
  /** Work waits here and not in the pool, which knows nothing of merchants and users. */
  readonly #turns: Turns;
  /** Made with the first task: a process that captures nothing starts no thread. */
  #pool: Piscina<EngineTask, Inspection | EngineResult> | undefined;

  constructor({
    threads = THREADS_OF_A_MERCHANT + 1,
    perMerchant = Math.min(threads, THREADS_OF_A_MERCHANT),
    deadlineMs = MATCHER_DEADLINE_MS,
    clock = systemClock,
    queue = threads * QUEUE_PER_THREAD,
    worker = ENGINE,
    onThreadError = () => {},
  }: EngineOptions = {}) {
    this.#deadlineMs = deadlineMs;
    this.#clock = clock;
    this.#turns = new Turns({ atOnce: threads, perMerchant, waiting: queue });
    this.#makePool = (threadsToKeep) =>
      new Piscina<EngineTask, Inspection | EngineResult>({
        filename: worker.href,
        minThreads: Math.min(threads, threadsToKeep),
        maxThreads: threads,
        idleTimeout: 30_000,
        resourceLimits: { maxOldGenerationSizeMb: 256 },
        // An event that nobody hears would end the process.
      }).on('error', onThreadError);
  }

  /** Starts a thread and lets it load the engine, and another beside it: who comes in the middle of a flood does not wait for its start. */
  async warm(): Promise<void> {
    this.#pool ??= this.#makePool(2);
    await this.#pool.run({ task: 'inspect', template: new Uint8Array(0) });
  }

  async inspect(template: Template, asker: Asker): Promise<Inspection> {
    const found = await this.#run({ task: 'inspect', template }, [template], asker);
    return 'failure' in found && !('fit' in found) ? { fit: false, failure: found.failure } : (found as Inspection);
  }

  async compare(probe: Template, enrolled: Template, asker: Asker): Promise<MatchResult> {
    const found = await this.#run({ task: 'compare', probe, enrolled }, [probe, enrolled], asker);
    if ('failure' in found) return { failure: found.failure };
    const compared = found as EngineResult;
    if ('invalid' in compared || compared.replayed) return { failure: 'template_invalid' };
    return { matched: compared.matched };
  }

  async close(): Promise<void> {
    this.#turns.close();
    await this.#pool?.destroy();
  }

  async #run(
    task: EngineTask,
    templates: readonly Template[],
    asker: Asker,
  ): Promise<Inspection | EngineResult | { failure: 'provider_timeout' | 'provider_error' }> {
    using deadline = new Deadline(this.#deadlineMs, this.#clock);
    const { signal } = deadline;
    try {
      using begin = new Deadline(this.#deadlineMs * WAITING_SHARE, this.#clock);
      using turn = await this.#turns.take(asker, begin.signal);
      if (turn === undefined) return { failure: 'provider_timeout' };
      this.#pool ??= this.#makePool(1);
      return await this.#pool.run(task, { signal, transferList: templates.map(({ buffer }) => buffer) });
    } catch {
      return { failure: signal.aborted ? 'provider_timeout' : 'provider_error' };
    } finally {
      // What was shed or given up while it waited never went to a thread that would wipe it.
      for (const template of templates) if (!template.buffer.detached) template.fill(0);
    }
  }
}
