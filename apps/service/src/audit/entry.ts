import type { Instant } from '../session/session.ts';

/** The actor of what a process does on its own. */
export const SERVICE = 'service';

/** An operator action, before the store numbers and chains it. */
export interface NewAuditEntry {
  readonly at: Instant;
  /** `operator:<login name>`, `console:<name>` of a sign-in link, `oidc:<subject>` or `service`. */
  readonly actor: string;
  readonly action: string;
  /** The id of what the action changed. */
  readonly subject: string;
  /** Never a secret, user ref, metadata or token. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** The newest entry. The store keeps it apart from the entries, so that a log cut off at its end is noticed. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** One entry as it is stored. `detail` is canonical JSON. */
export interface AuditEntry extends Omit<NewAuditEntry, 'detail'>, ChainHead {
  readonly detail: string;
  /** The hash of the entry before it. */
  readonly previous: string;
}
