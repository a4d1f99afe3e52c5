import type { Instant } from '../session/session.ts';

/** Something that somebody did to this installation: one row of the audit trail. */
export interface Act {
  readonly at: Instant;
  /** `operator:<login name>`, `console:<name>`, or `service` for what a process does by itself. */
  readonly actor: string;
  readonly action: string;
  /** The id of what was acted on. */
  readonly subject: string;
  /** Never a secret, user ref, metadata or token. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** What a process does by itself. */
export const SERVICE = 'service';
