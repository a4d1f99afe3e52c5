import { systemClock, type Clock } from '../config/clock.ts';
import { Deadline } from './deadline.ts';
import { engineThreads, MOST_THREADS, THREADS_OF_A_MERCHANT, type EngineThreads } from './engine-threads.ts';
import { addTo } from './in-flight.ts';
import {
  MATCHER_DEADLINE_MS,
  wipe,
  type Matcher,
  type Inspection,
  type MatchFailure,
  type SyntheticTouch,
  type Template,
  type MatchResult,
} from './matcher.ts';
import type { EngineAnswer, EngineResult, EngineTask, Screened, Synthesized } from './engine-worker.ts';
import { FairQueue, type CaptureOwner } from './fair-queue.ts';

/** However quick they are: what waits holds the capture that it came with. */
const MOST_WAITING = 4096;
/** The templates of a merchant that may wait. One is a few kilobytes, unless somebody sends what only looks like one. */
const WAITING_BYTES = 16 * 1_048_576;
/** Of the deadline: what has not begun by then is given up, for a thread that is ended in the middle of its work is dear to replace. */
const WAITING_SHARE = 0.8;
/** Simulated apps that may wait for their finger. */
const SYNTHESES_WAITING = 1000;

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
  /** Threads that were started ahead. */
  readonly started?: EngineThreads | undefined;
}

/** The built-in engine. A thread that passes its deadline is ended and replaced: it may be in the middle of anything. */
export class EngineMatcher implements Matcher {
  readonly #startThreads: () => EngineThreads;
  readonly #deadlineMs: number;
  readonly #clock: Clock;
  /** Work waits here and not in the pool, which knows nothing of merchants and users. */
  readonly #turns: FairQueue;
  /** By merchant. */
  readonly #waitingBytes = new Map<string, number>();
  /** What the sandbox makes up has at most half of the threads, and waits as long as it takes: people's captures come first. */
  readonly #syntheses: FairQueue;
  /** Made with the first task, unless they were started ahead: a process that captures nothing starts no thread. */
  #started: EngineThreads | undefined;

  constructor({
    threads = MOST_THREADS,
    perMerchant = Math.min(threads, THREADS_OF_A_MERCHANT),
    deadlineMs = MATCHER_DEADLINE_MS,
    clock = systemClock,
    queue = MOST_WAITING,
    worker,
    onThreadError = () => {},
    started,
  }: EngineOptions = {}) {
    this.#deadlineMs = deadlineMs;
    this.#clock = clock;
    this.#turns = new FairQueue(
      { atOnce: threads, perMerchant, waitMs: deadlineMs * WAITING_SHARE, waiting: queue },
      clock,
    );
    const syntheses = Math.max(1, Math.floor(threads / 2));
    this.#syntheses = new FairQueue(
      { atOnce: syntheses, perMerchant: syntheses, waitMs: Infinity, waiting: SYNTHESES_WAITING },
      clock,
    );
    this.#started = started?.on('error', onThreadError);
    this.#startThreads = () =>
      engineThreads({ kept: 1, most: threads, onError: onThreadError, ...(worker && { worker }) });
  }

  async warm(): Promise<void> {
    await this.#threads().run({ task: 'inspect', template: new Uint8Array(0) });
  }

  async inspect(template: Template, owner: CaptureOwner): Promise<Inspection> {
    const found = await this.#run({ task: 'inspect', template }, [template], owner);
    return 'failure' in found && !('fit' in found) ? { fit: false, failure: found.failure } : (found as Inspection);
  }

  async compare(probe: Template, enrolled: Template, owner: CaptureOwner): Promise<MatchResult> {
    const found = await this.#run({ task: 'compare', probe, enrolled }, [probe, enrolled], owner);
    if ('failure' in found) return { failure: found.failure };
    const compared = found as EngineResult;
    if ('invalid' in compared || compared.replayed) return refusal(compared);
    return { matched: compared.matched };
  }

  /** For another matcher that compares them: both encoded again, unless one is implausible or the probe is a copy. */
  async screen(probe: Template, enrolled: Template, owner: CaptureOwner): Promise<Screened | MatchFailure> {
    const found = await this.#run({ task: 'screen', probe, enrolled }, [probe, enrolled], owner);
    if ('failure' in found) return { failure: found.failure };
    return 'probe' in found ? found : refusal(found as EngineResult);
  }

  /** Without a deadline: it is nobody's capture, and an outcome that was asked for comes on a busy machine too. */
  async synthesize(touch: SyntheticTouch, owner: CaptureOwner): Promise<Template | undefined> {
    const never = new AbortController().signal;
    using ofHalf = await this.#syntheses.take(owner, never);
    using turn = ofHalf && (await this.#turns.take(owner, never));
    if (turn === undefined) return undefined;
    try {
      return ((await this.#threads().run({ task: 'synthesize', touch })) as Synthesized).template;
    } catch {
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.#syntheses.close();
    this.#turns.close();
    await this.#started?.destroy();
  }

  #threads(): EngineThreads {
    return (this.#started ??= this.#startThreads());
  }

  async #run(
    task: EngineTask,
    templates: readonly Template[],
    owner: CaptureOwner,
  ): Promise<EngineAnswer | { failure: 'provider_timeout' | 'provider_error' }> {
    using deadline = new Deadline(this.#deadlineMs, this.#clock);
    const { signal } = deadline;
    try {
      using turn = await this.#turn(templates, owner);
      if (turn === undefined) return { failure: 'provider_timeout' };
      return await this.#threads().run(task, { signal, transferList: templates.map(({ buffer }) => buffer) });
    } catch {
      return { failure: signal.aborted ? 'provider_timeout' : 'provider_error' };
    } finally {
      // What was shed or given up while it waited never went to a thread that would wipe it.
      templates.forEach(wipe);
    }
  }

  async #turn(templates: readonly Template[], owner: CaptureOwner): Promise<Disposable | undefined> {
    const bytes = templates.reduce((all, { length }) => all + length, 0);
    if ((this.#waitingBytes.get(owner.merchantId) ?? 0) + bytes > WAITING_BYTES) return undefined;
    addTo(this.#waitingBytes, owner.merchantId, bytes);
    try {
      using begin = new Deadline(this.#deadlineMs * WAITING_SHARE, this.#clock);
      return await this.#turns.take(owner, begin.signal);
    } finally {
      addTo(this.#waitingBytes, owner.merchantId, -bytes);
    }
  }
}

function refusal(result: EngineResult): MatchFailure {
  return 'invalid' in result ? { failure: 'template_invalid' } : { failure: 'template_invalid', replayed: true };
}
