import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { CaptureTypes } from './biometric-type.ts';
import type { Matcher } from './matcher.ts';
import { tracedMatcher } from './traced-matcher.ts';

interface Parts {
  readonly matcherUrl: string | undefined;
  readonly deadlineClock: Clock;
  readonly log: Logger;
  readonly tracer: Tracer | undefined;
  /** Be ready for the first capture before it comes. */
  readonly warm: boolean | undefined;
}

export interface Matchers {
  readonly matcherOf: (type: string) => Matcher;
  /** When the first capture would find all that it needs. */
  readonly warmed: Promise<unknown>;
}

/** One for each biometric type. */
export function startMatchers(
  types: CaptureTypes,
  { matcherUrl, deadlineClock, log, tracer, warm }: Parts,
  opened: AsyncDisposableStack,
): Matchers {
  const onThreadError = (error: Error): void => log.warn({ err: error }, 'matcher thread');
  const matchers = new Map(
    Object.entries(types).map(([name, type]) => [
      name,
      opened.adopt(type.createMatcher({ matcherUrl, clock: deadlineClock, onThreadError }), (each) => each.close()),
    ]),
  );
  const warmed = Promise.all(warm ? [...matchers.values()].map((matcher) => matcher.warm()) : []);
  // A start that fails for another reason does not come to wait for it.
  warmed.catch(() => {});
  if (tracer) for (const [name, matcher] of matchers) matchers.set(name, tracedMatcher(matcher, tracer, name));
  return { matcherOf: (type) => matchers.get(type)!, warmed };
}
