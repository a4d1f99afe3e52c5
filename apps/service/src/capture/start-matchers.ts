import type { Clock } from '../config/clock.ts';
import type { Logger } from '../observability/log.ts';
import type { Tracer } from '../observability/tracer.ts';
import type { CaptureTypes } from './biometric-type.ts';
import type { EngineThreads } from './engine-threads.ts';
import type { Matcher } from './matcher.ts';
import { tracedMatcher } from './traced-matcher.ts';

interface StartMatchersOptions {
  readonly matcherUrl: string | undefined;
  readonly deadlineClock: Clock;
  readonly log: Logger;
  readonly tracer: Tracer | undefined;
  /** Started ahead: the first capture finds them ready. */
  readonly threads: EngineThreads | undefined;
}

export interface Matchers {
  readonly matcherOf: (type: string) => Matcher;
  /** Resolves when the first capture finds all that it needs. */
  readonly warmed: Promise<unknown>;
}

/** One for each biometric type. */
export function startMatchers(
  types: CaptureTypes,
  { matcherUrl, deadlineClock, log, tracer, threads }: StartMatchersOptions,
  opened: AsyncDisposableStack,
): Matchers {
  const onThreadError = (error: Error): void => log.warn({ err: error }, 'matcher thread error');
  const settings = { matcherUrl, clock: deadlineClock, onThreadError, threads };
  const matchers = new Map(
    Object.entries(types).map(([name, type]) => [
      name,
      opened.adopt(type.createMatcher(settings), (each) => each.close()),
    ]),
  );
  const warmed = Promise.all(threads ? [...matchers.values()].map((matcher) => matcher.warm()) : []);
  // A start that fails for another reason never awaits it.
  warmed.catch(() => {});
  if (tracer) for (const [name, matcher] of matchers) matchers.set(name, tracedMatcher(matcher, tracer, name));
  return { matcherOf: (type) => matchers.get(type)!, warmed };
}
