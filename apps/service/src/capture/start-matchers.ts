import type { Clock } from '../runtime/clock.ts';
import type { Use } from '../runtime/shares.ts';
import type { Observability } from '../observability/observability.ts';
import type { Tracer } from '../observability/tracer.ts';
import type { CaptureTypes, MatcherSettings } from './biometric-type.ts';
import type { EngineThreads } from './engine-threads.ts';
import { MATCHER_QUEUE, type Inspection, type Matcher, type MatchResult } from './matcher.ts';

interface StartMatchersOptions extends Observability {
  readonly config: Pick<MatcherSettings, 'matcherUrl' | 'matcherToken'>;
  readonly deadlineClock: Clock;
}

export interface Matchers {
  readonly types: CaptureTypes;
  readonly matcherOf: (type: string) => Matcher;
  /** Resolves when the first capture can be compared without a wait. */
  readonly warmed: Promise<unknown>;
}

/** One matcher for each biometric type. */
export function startMatchers(
  types: CaptureTypes,
  threads: EngineThreads | undefined,
  { config: { matcherUrl, matcherToken }, deadlineClock: clock, log, metrics, tracer }: StartMatchersOptions,
  opened: AsyncDisposableStack,
): Matchers {
  const onThreadError = (error: Error): void => log.warn({ err: error }, 'matcher thread error');
  const onRefused = metrics.refusals('matcher', MATCHER_QUEUE);
  const onLoad = (read: () => Use): void => metrics.capacity('engine_threads', read);
  const matchers = new Map<string, Matcher>();
  for (const [name, type] of Object.entries(types)) {
    const matcher = type.createMatcher({ matcherUrl, matcherToken, clock, onThreadError, threads, onLoad, onRefused });
    opened.defer(() => matcher.close());
    matchers.set(name, tracer ? tracedMatcher(matcher, tracer, name) : matcher);
  }
  const warmed = Promise.all(threads ? [...matchers.values()].map((matcher) => matcher.warm()) : []);
  // A start that fails for another reason never awaits it.
  warmed.catch(() => {});
  return { types, matcherOf: (type) => matchers.get(type)!, warmed };
}

/** Adds a span for each inspection and comparison. Spans do not contain whether it matched. */
function tracedMatcher(matcher: Matcher, tracer: Tracer, type: string): Matcher {
  const traced = <Result extends Inspection | MatchResult>(
    name: 'compare' | 'inspect',
    merchantId: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const facts = { 'authly.biometric_type': type, 'authly.merchant_id': merchantId };
    return tracer.spanned({ name, kind: 'internal', facts }, async (span) => {
      const result = await work();
      if ('failure' in result) span.note({ 'authly.failure_code': result.failure });
      return result;
    });
  };
  return {
    warm: () => matcher.warm(),
    inspect: (template, merchantId) => traced('inspect', merchantId, () => matcher.inspect(template, merchantId)),
    compare: (probe, enrolled, merchantId) =>
      traced('compare', merchantId, () => matcher.compare(probe, enrolled, merchantId)),
    close: () => matcher.close(),
  };
}
