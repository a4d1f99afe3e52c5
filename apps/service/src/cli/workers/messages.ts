import type { Figures } from '../../observability/metrics.ts';

/** What the process that operators ask wants to know of each of its workers. */
export const QUESTIONS = ['ready', 'metrics'] as const;
export type Question = (typeof QUESTIONS)[number];

export interface Answers {
  /** Null: it can serve. Otherwise why not. */
  readonly ready: string | null;
  readonly metrics: Figures;
}

export interface Asked {
  readonly id: number;
  readonly asks: Question;
}

export interface Answered {
  readonly id: number;
  readonly answer: Answers[Question];
}

/** Said once, when a worker serves. */
export interface Serving {
  readonly serving: { readonly api: number; readonly redirect: number };
}

export const isAsked = (message: unknown): message is Asked => hasField(message, 'asks');
export const isAnswered = (message: unknown): message is Answered => hasField(message, 'answer');
export const isServing = (message: unknown): message is Serving => hasField(message, 'serving');

const hasField = (message: unknown, field: string): boolean =>
  typeof message === 'object' && message !== null && field in message;
