import type { Instant } from '../session/session.ts';

export const SERVICE = 'service';

export interface NewAuditEntry {
  readonly at: Instant;
  /** `operator:<name>` of a person, `console:<name>` of a sign-in link, `oidc:<subject>` or `service`. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** Never a secret, user ref, metadata or token. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** The newest entry, stored separately, so that a log cut off at its end is noticed. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** `detail` is canonical JSON. */
export interface AuditEntry extends Omit<NewAuditEntry, 'detail'>, ChainHead {
  readonly detail: string;
  readonly previous: string;
}
