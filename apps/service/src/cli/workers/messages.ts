import type { MetricValues } from '../../observability/metrics.ts';

/** The supervisor asks its workers for these on behalf of the operations port, and whether they answer at all. */
export interface Answers {
  readonly alive: true;
  /** Warnings if it can serve, otherwise the reason. */
  readonly ready: { readonly warnings: readonly string[] } | { readonly reason: string };
  readonly metrics: MetricValues;
}
export type Question = keyof Answers;

export interface WorkerQuestion {
  readonly id: number;
  readonly asks: Question;
}

export interface WorkerAnswer {
  readonly id: number;
  readonly answer: Answers[Question];
}

/** Sent once, when a worker serves. */
export interface WorkerReady {
  readonly serving: { readonly api: number; readonly redirect: number };
}
