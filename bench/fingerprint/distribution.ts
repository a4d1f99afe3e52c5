export interface Distribution {
  readonly median: number;
  readonly mean: number;
  readonly p95: number;
  readonly p99: number;
  readonly min: number;
}

export function distribution(values: readonly number[]): Distribution {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
  return {
    median: at(0.5),
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    p95: at(0.95),
    p99: at(0.99),
    min: sorted[0]!,
  };
}
