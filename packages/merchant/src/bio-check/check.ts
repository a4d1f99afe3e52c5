import type { AskedBy } from '@authly/contract/wire/bio/verification-order';
import type { Probe } from './probe.ts';

export interface Check extends CheckOptions {
  /** `group.name`. It must not change: --only and CI configurations use it. */
  readonly id: string;
  readonly title: string;
  /** A broken contract rule fails. Broken advice warns, or fails with --strict. */
  readonly askedBy: AskedBy;
  /** A returned second half runs after the other checks. */
  run(probe: Probe): Promise<void | Later>;
}

/** The second half of a check: it looks at the server's state at the end of the run, after many other calls. */
export interface Later {
  /** The shortest wait. Without it, it runs after all other second halves. */
  readonly afterMs?: number;
  look(): Promise<void>;
}

interface CheckOptions {
  readonly explanation?: string;
  /** Set if a server without trust in the runner's keys must refuse all its calls: it can run against production. */
  readonly withoutTrust?: 'any key id' | 'published key id';
  /** It takes minutes, so it needs --long or --only. */
  readonly long?: true;
  /** It makes many calls for users of its own, with a key that the server knows, so it runs next to other such checks. */
  readonly sideBySide?: true;
  /** If it fails, the other checks prove nothing: a server that refuses everything would pass every refusal. */
  readonly gate?: true;
}

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
  /** Never contains any part of a body. */
  readonly messages: readonly string[];
  readonly durationMs: number;
}

export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}
