import { spanned, type Tracer } from '../observability/tracer.ts';
import type { Inspection, Matcher, MatchResult } from './matcher.ts';

/** The same matcher, with a span for each inspection and comparison. Spans do not say whether it matched. */
export function tracedMatcher(matcher: Matcher, tracer: Tracer, type: string): Matcher {
  const around = <Result extends Inspection | MatchResult>(
    name: 'compare' | 'inspect',
    merchantId: string,
    work: () => Promise<Result>,
  ): Promise<Result> =>
    spanned(
      tracer,
      { name, kind: 'internal', facts: { 'authly.biometric_type': type, 'authly.merchant_id': merchantId } },
      async (span) => {
        const result = await work();
        if ('failure' in result) span.note({ 'authly.failure_code': result.failure });
        return result;
      },
    );
  return {
    warm: () => matcher.warm(),
    inspect: (template, merchantId) => around('inspect', merchantId, () => matcher.inspect(template, merchantId)),
    compare: (probe, enrolled, merchantId) =>
      around('compare', merchantId, () => matcher.compare(probe, enrolled, merchantId)),
    close: () => matcher.close(),
  };
}
