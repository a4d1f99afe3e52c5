import type { Touch } from './bar.ts';

/** A genuine pair: did it match at the threshold, and how good were its touches? */
export interface GenuinePair {
  readonly score: number;
  readonly touches: readonly [Pick<Touch, 'quality'>, Pick<Touch, 'quality'>];
}

export interface RejectPoint {
  /** Part of the pairs that were turned away for the quality of an image. */
  readonly rejected: number;
  readonly falseNonMatch: number;
}

/**
 * Error versus reject: a quality that means something makes the errors among the rest fall as more of the worst are turned away. A pair is as
 * good as the worse of its touches.
 */
export function errorVersusReject(
  pairs: readonly GenuinePair[],
  threshold: number,
  parts: readonly number[],
): RejectPoint[] {
  const worse = ({ touches: [one, other] }: GenuinePair): number => Math.min(one.quality, other.quality);
  const sorted = pairs.toSorted((a, b) => worse(a) - worse(b));
  return parts.map((rejected) => {
    const kept = sorted.slice(Math.floor(sorted.length * rejected));
    return { rejected, falseNonMatch: kept.filter((pair) => pair.score < threshold).length / kept.length };
  });
}
