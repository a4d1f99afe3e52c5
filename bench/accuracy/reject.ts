/** A genuine pair: did it match at the threshold, and how good was the worse of its two images? */
export interface GenuinePair {
  readonly score: number;
  readonly quality: number;
}

export interface RejectPoint {
  /** Part of the pairs that were turned away for the quality of an image. */
  readonly rejected: number;
  readonly falseNonMatch: number;
}

/** Error versus reject: a quality that means something makes the errors among the rest fall as more of the worst are turned away. */
export function errorVersusReject(
  pairs: readonly GenuinePair[],
  threshold: number,
  parts: readonly number[],
): RejectPoint[] {
  const sorted = [...pairs].sort((a, b) => a.quality - b.quality);
  return parts.map((rejected) => {
    const kept = sorted.slice(Math.floor(sorted.length * rejected));
    return { rejected, falseNonMatch: kept.filter((pair) => pair.score < threshold).length / kept.length };
  });
}
