import type { NewAuditEntry } from '../../audit/entry.ts';
import type { Environment } from '../../runtime/environment.ts';
import type { MasterKey } from '../../config/master-key.ts';
import type { SigningToken } from '../../keys/signing-token.ts';
import type { Store } from '../../storage/port/store.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

/** An operator in a terminal or in the console, and the store that they work on. */
export interface Operator {
  readonly store: Store;
  readonly environment: Environment;
  readonly now: () => number;
  /** Only for actions that seal or open keys. */
  readonly masterKey: () => MasterKey;
  /** A new signing key is created in the token; undefined: in the store. */
  readonly signingToken: () => Promise<SigningToken | undefined>;
  /** The audit entry of an action. The store writes it in the same transaction as the change. */
  readonly auditEntry: (action: string, subject: string, detail?: NewAuditEntry['detail']) => NewAuditEntry;
}

export const auditEntriesBy =
  (actor: string, now: () => number): Operator['auditEntry'] =>
  (action, subject, detail = {}) => ({ at: now(), actor, action, subject, detail });

export class NotFoundError extends RefusedError {
  override readonly name = 'NotFoundError';

  constructor(what: string, id: string, listCommand: string) {
    super(`there is no ${what} ${id}`, undefined, `Run "${listCommand}" to see those that exist.`);
  }
}

export function nullIfRefused(error: unknown): null {
  if (error instanceof RefusedError) return null;
  throw error;
}
