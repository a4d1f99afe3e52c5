import type { StoredPurpose } from '../config/key-purposes.ts';
import type { Instant } from '../session/session.ts';

export interface KeyRecord {
  /** Empty for a key of this cell. Others came with a merchant from another cell: what this cell's root is there, for one merchant. */
  readonly merchantId: string;
  readonly purpose: StoredPurpose;
  readonly id: string;
  /** SPKI DER, base64; null for a secret, from which other keys are derived. */
  readonly publicKey: string | null;
  /** The private key, encrypted; empty when it is destroyed. */
  readonly sealed: Uint8Array;
  readonly createdAt: Instant;
  /** Announced before this time, then active until a later key of the purpose activates. */
  readonly activatesAt: Instant;
  /** Set by an emergency rotation or a withdrawal, which also destroy the key. It overrides the schedule. */
  readonly removedAt: Instant | null;
  /** When it last opened an enrollment, to the hour; null for keys that seal no captures. */
  readonly lastUsedAt: Instant | null;
}

/** The keys that a rotation was decided on, and those that it removes. */
export interface KeyChange {
  /** All keys of the purpose; absent: any. */
  readonly seen?: readonly KeyRecord[];
  readonly removedIds?: readonly string[] | undefined;
}

export interface KeyAcceptance {
  readonly merchantId: string;
  readonly keyId: string;
  readonly lastAcceptedAt: Instant;
}
