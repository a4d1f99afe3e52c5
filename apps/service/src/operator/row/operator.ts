import type { NewAuditEntry } from '../../audit/entry.ts';
import type { Environment } from '../../runtime/environment.ts';
import type { MasterKey } from '../../config/master-key.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import type { SigningToken } from '../../keys/signing-token.ts';
import type { Store } from '../../storage/port/store.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

/** An operator in a terminal or in the console, and the store that they work on. */
export interface Operator {
  readonly store: Store;
  readonly environment: Environment;
  readonly now: () => number;
  /** Actions that seal or open keys use it. */
  readonly masterKey: () => MasterKey;
  /** A new signing key is created in the token. If there is none, it is created in the store. */
  readonly signingToken: () => Promise<SigningToken | undefined>;
  /** The audit entry of an action. The store writes it in the same transaction as the change. */
  readonly auditEntry: (action: string, subject: string, detail?: NewAuditEntry['detail']) => NewAuditEntry;
}

/** What the people of one merchant reach of a store. */
export interface MerchantStore {
  readonly merchants: Pick<Store['merchants'], 'find' | 'list' | 'findClient' | 'listClients' | 'rotateSecret'>;
  readonly sessions: Pick<Store['sessions'], 'find' | 'list' | 'events' | 'ofRequest' | 'move'>;
  readonly bioAttempts: Pick<Store['bioAttempts'], 'of' | 'sessionOf'>;
  readonly webhooks: Pick<
    Store['webhooks'],
    'find' | 'list' | 'counts' | 'deliveries' | 'delivery' | 'retry' | 'noteTest'
  >;
  readonly failedRequests: Pick<Store['failedRequests'], 'find' | 'ofMerchant' | 'ofSession'>;
  readonly counts: Pick<Store['counts'], 'since'>;
  /** The keys that sign calls to its Bio API. */
  readonly keys: Pick<Store['keys'], 'acceptances' | 'noteAcceptance'> & {
    list(purpose: 'bio-signing'): Promise<KeyRecord[]>;
  };
  readonly audit: Pick<Store['audit'], 'write'>;
}

/** One of the people of a merchant. An operator may do the same for every merchant. */
export interface MerchantOperator extends Omit<Operator, 'store'> {
  readonly store: MerchantStore;
}

/** The setting with the address of the console, as the service that serves it has it. */
export const CONSOLE_URL = 'console_url';

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

export function requireTest({ environment }: Operator): void {
  if (environment !== 'test') throw new RefusedError('sandbox commands work only on a store of the environment test');
}
