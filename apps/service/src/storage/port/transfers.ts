import type { NewAuditEntry } from '../../audit/entry.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import type { Instant } from '../../session/session.ts';

/** A row of a table, the same from both databases. */
export interface MovedRow {
  readonly table: string;
  readonly row: Readonly<Record<string, string | number | Uint8Array | null>>;
}

/** A merchant on its way to another cell. */
export interface TransferStore {
  /** The merchant with its logo, clients and webhook. */
  merchant(merchantId: string): Promise<MovedRow[]>;
  /** The number of its sessions. */
  count(merchantId: string): Promise<number>;
  /** Its sessions, oldest first, then the idempotency keys claimed since. A webhook event goes along if it is not delivered. */
  sessions(merchantId: string, claimedSince: Instant): AsyncIterable<readonly MovedRow[]>;
  /** Adds a merchant with its keys in one transaction. Returns false if there is one of this id, or a client of its clients' ids. */
  begin(rows: readonly MovedRow[], keys: readonly KeyRecord[]): Promise<boolean>;
  /** Adds rows of its sessions, but none twice. */
  add(rows: readonly MovedRow[]): Promise<void>;
  /** Notes that its last session is here. Returns false if it was noted before. */
  finish(merchantId: string, at: Instant, entry: NewAuditEntry): Promise<boolean>;
}
