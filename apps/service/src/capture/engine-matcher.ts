import { systemClock, type Clock } from '../config/clock.ts';
import { Shares } from '../config/shares.ts';
import { Deadline } from './deadline.ts';
import { engineThreads, type EngineThreads } from './engine-threads.ts';
import type { EngineAnswer, EngineResult, EngineTask, Screened } from './engine-worker.ts';
import {
  MATCHER_DEADLINE_MS,
  MATCHER_QUEUE,
  wipe,
  type Inspection,
  type Matcher,
  type MatchFailure,
  type MatchResult,
  type Template,
} from './matcher.ts';

interface EngineOptions {
  readonly threads?: EngineThreads | undefined;
  readonly queue?: typeof MATCHER_QUEUE;
  readonly deadlineMs?: number;
  readonly clock?: Clock;
  /** Called with the error of a thread that died while it had no work. The next task starts another. */
  readonly onThreadError?: (error: Error) => void;
}

/** The built-in engine. A thread that passes its deadline is ended and replaced: it may be in the middle of anything. */
export class EngineMatcher implements Matcher {
  readonly #threads: EngineThreads;
  readonly #shares: Shares;
  readonly #deadlineMs: number;
  readonly #clock: Clock;

  constructor({
    threads = engineThreads(),
    queue = MATCHER_QUEUE,
    deadlineMs = MATCHER_DEADLINE_MS,
    clock = systemClock,
    onThreadError = () => {},
  }: EngineOptions = {}) {
    this.#threads = threads.on('error', onThreadError);
    this.#shares = new Shares(queue);
    this.#deadlineMs = deadlineMs;
    this.#clock = clock;
  }

  async warm(): Promise<void> {
    await this.#threads.run({ task: 'inspect', template: new Uint8Array(0) });
  }

  async inspect(template: Template, merchantId: string): Promise<Inspection> {
    const found = await this.#run({ task: 'inspect', template }, [template], merchantId);
    return 'failure' in found && !('fit' in found) ? { fit: false, failure: found.failure } : (found as Inspection);
  }

  async compare(probe: Template, enrolled: Template, merchantId: string): Promise<MatchResult> {
    const found = await this.#run({ task: 'compare', probe, enrolled }, [probe, enrolled], merchantId);
    if ('failure' in found) return { failure: found.failure };
    const compared = found as EngineResult;
    if ('invalid' in compared || compared.replayed) return refusal(compared);
    return { matched: compared.matched };
  }

  /** For another matcher: both templates encoded again, or a failure if one is implausible or the probe is a copy. */
  async screen(probe: Template, enrolled: Template, merchantId: string): Promise<Screened | MatchFailure> {
    const found = await this.#run({ task: 'screen', probe, enrolled }, [probe, enrolled], merchantId);
    if ('failure' in found) return { failure: found.failure };
    return 'probe' in found ? found : refusal(found as EngineResult);
  }

  close(): Promise<void> {
    return this.#threads.destroy();
  }

  async #run(
    task: EngineTask,
    templates: readonly Template[],
    merchantId: string,
  ): Promise<EngineAnswer | { failure: 'provider_timeout' | 'provider_error' }> {
    using deadline = new Deadline(this.#deadlineMs, this.#clock);
    const { signal } = deadline;
    try {
      using share = this.#shares.hold(merchantId);
      if (share === undefined) return { failure: 'provider_timeout' };
      return await this.#threads.run(task, { signal, transferList: templates.map(({ buffer }) => buffer) });
    } catch {
      return { failure: signal.aborted ? 'provider_timeout' : 'provider_error' };
    } finally {
      // A task that was shed, or timed out in the queue, never reached a thread that would wipe its templates.
      templates.forEach(wipe);
    }
  }
}

function refusal(result: EngineResult): MatchFailure {
  return 'invalid' in result ? { failure: 'template_invalid' } : { failure: 'template_invalid', uncounted: true };
}
