import type { AskedBy } from '@authly/contract/bio/verification-order';
import type { Probe } from './probe.ts';

export interface Check extends CheckOptions {
  /** `group.name`, stable: people put it into --only and into CI. */
  readonly id: string;
  /** The promise, as a sentence. */
  readonly title: string;
  /** A broken rule of the contract fails. Broken advice, a decision of ours on an open point, warns, and fails with --strict. */
  readonly askedBy: AskedBy;
  /** What it returns is run later, after the other checks. */
  run(probe: Probe): Promise<void | Later>;
}

/** The second half of a check: a look at what the server still knows. */
export interface Later {
  /** How long after the first half, at the earliest. */
  readonly afterMs: number;
  look(): Promise<void>;
}

interface CheckOptions {
  /** What goes wrong without it and where to look, in plain words. */
  readonly explanation?: string;
  /**
   * A server that trusts none of the runner's keys must refuse all that it sends: it can run against a production address.
   * `published key id`: it proves something only under a key id that the server knows.
   */
  readonly withoutTrust?: 'any key id' | 'published key id';
  /** It waits for minutes: it runs with --long, or where --only names it. */
  readonly long?: true;
  /** Without it the others prove nothing: a server that refuses everything would pass every refusal. */
  readonly gate?: true;
}

/** The last parameter is an explanation, or all options. */
const checkOf =
  (askedBy: AskedBy) =>
  (id: string, title: string, run: Check['run'], options: string | CheckOptions = {}): Check => ({
    id,
    title,
    askedBy,
    run,
    ...(typeof options === 'string' ? { explanation: options } : options),
  });

export const rule = checkOf('contract');
export const advice = checkOf('advice');

export interface CheckResult extends Pick<Check, 'id' | 'title' | 'askedBy' | 'explanation'> {
  readonly status: 'passed' | 'warned' | 'failed' | 'skipped';
  /** What was seen instead. Never a body or a part of one. */
  readonly messages: readonly string[];
  readonly durationMs: number;
}

/** Thrown by a check that found that its rule does not hold. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}
