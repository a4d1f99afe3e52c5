import type { Probe } from './probe.ts';

/** Who asks for it: a rule of the contract fails a check; what only our decisions add is a warning, and fails with --strict. */
export type AskedBy = 'contract' | 'advice';

export interface Check {
  /** `group.name`, stable: people put it into --only and into CI. */
  readonly id: string;
  /** The promise, as a sentence. */
  readonly title: string;
  readonly askedBy: AskedBy;
  /** Without it the others prove nothing: a server that refuses everything would pass every refusal. */
  readonly gate?: true;
  run(probe: Probe): Promise<void>;
}

export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly askedBy: AskedBy;
  readonly status: 'passed' | 'warned' | 'failed' | 'skipped';
  /** What was seen instead. Never a body or a part of one. */
  readonly messages: readonly string[];
  readonly durationMs: number;
}

/** Thrown by a check that found that its rule does not hold. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}
