import { systemClock, type Clock } from '../runtime/clock.ts';
import { Shares } from '../runtime/shares.ts';
import type { MatcherSettings } from './biometric-type.ts';
import { deadlineIn } from './deadline.ts';
import { engineThreads, type EngineThreads } from './engine-threads.ts';
import type { EngineAnswer, EngineTask, Screened } from './engine-worker.ts';
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

interface EngineOptions extends Partial<Omit<MatcherSettings, 'matcherUrl' | 'matcherToken'>> {
  readonly queue?: typeof MATCHER_QUEUE;
  readonly deadlineMs?: number;
}

/** The built-in engine. A thread that misses its deadline is ended and replaced. */
export class EngineMatcher implements Matcher {
  readonly #threads: EngineThreads;
  readonly #shares: Shares<'merchant'>;
  readonly #deadlineMs: number;
  readonly #clock: Clock;

  constructor({
    threads = engineThreads(),
    queue = MATCHER_QUEUE,
    deadlineMs = MATCHER_DEADLINE_MS,
    clock = systemClock,
    onThreadError = () => {},
    onLoad,
    onRefused,
  }: EngineOptions = {}) {
    this.#threads = threads.on('error', onThreadError);
    this.#shares = new Shares(queue, onRefused);
    this.#deadlineMs = deadlineMs;
    this.#clock = clock;
    const limit = threads.options.maxThreads;
    onLoad?.(() => {
      const used = Math.min(this.#shares.total, limit);
      return { used, limit, waiting: this.#shares.total - used };
    });
  }

  async warm(): Promise<void> {
    await this.#threads.run({ task: 'inspect', template: new Uint8Array(0) });
  }

  inspect(template: Template, merchantId: string): Promise<Inspection> {
    return this.#run<Inspection>({ task: 'inspect', template }, [template], merchantId);
  }

  compare(probe: Template, enrolled: Template, merchantId: string): Promise<MatchResult> {
    return this.#run<MatchResult>({ task: 'compare', probe, enrolled }, [probe, enrolled], merchantId);
  }

  /** For another matcher: both templates encoded again, or a failure if one is implausible or the probe is a copy. */
  screen(probe: Template, enrolled: Template, merchantId: string): Promise<Screened | MatchFailure> {
    return this.#run<Screened>({ task: 'screen', probe, enrolled }, [probe, enrolled], merchantId);
  }

  close(): Promise<void> {
    return this.#threads.destroy();
  }

  async #run<Answer extends EngineAnswer>(
    task: EngineTask,
    templates: readonly Template[],
    merchantId: string,
  ): Promise<Answer | MatchFailure> {
    using deadline = deadlineIn(this.#deadlineMs, this.#clock);
    const { signal } = deadline;
    try {
      using share = this.#shares.hold({ merchant: merchantId });
      if (share === undefined) return { failure: 'provider_timeout' };
      const transferList = templates.map(({ buffer }) => buffer);
      return (await this.#threads.run(task, { signal, transferList })) as Answer | MatchFailure;
    } catch {
      return { failure: signal.aborted ? 'provider_timeout' : 'provider_error' };
    } finally {
      // A task that was shed, or timed out in the queue, never reached a thread that would wipe its templates.
      templates.forEach(wipe);
    }
  }
}
