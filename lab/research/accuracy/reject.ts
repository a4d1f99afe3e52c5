import type { Capture } from './bar.ts';

/** A genuine pair: whether it matched at the threshold, and the quality of its captures. */
interface GenuinePair {
  readonly score: number;
  readonly captures: readonly [Pick<Capture, 'quality'>, Pick<Capture, 'quality'>];
}

export interface RejectPoint {
  /** Share of the pairs that were rejected by quality. */
  readonly rejected: number;
  readonly falseNonMatch: number;
}

/**
 * Error versus reject: with a useful quality measure, errors fall as more of the worst pairs are rejected. The quality of a pair is that of its
 * worse capture.
 */
export function errorVersusReject(
  pairs: readonly GenuinePair[],
  threshold: number,
  parts: readonly number[],
): RejectPoint[] {
  const worse = ({ captures: [one, other] }: GenuinePair): number => Math.min(one.quality, other.quality);
  const sorted = pairs.toSorted((a, b) => worse(a) - worse(b));
  return parts.map((rejected) => {
    const kept = sorted.slice(Math.floor(sorted.length * rejected));
    return { rejected, falseNonMatch: kept.filter((pair) => pair.score < threshold).length / kept.length };
  });
}
