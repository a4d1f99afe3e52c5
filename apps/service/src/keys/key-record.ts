import type { KeyPurpose } from '../config/key-purposes.ts';
import type { Instant } from '../session/session.ts';

/** One key as it is stored, its private key encrypted. */
export interface KeyRecord {
  readonly purpose: KeyPurpose;
  readonly id: string;
  /** SPKI DER, base64; null for a symmetric key. */
  readonly publicKey: string | null;
  readonly sealed: Uint8Array;
  readonly createdAt: Instant;
  /** Announced before, active from then on until a later key of the purpose activates. */
  readonly activatesAt: Instant;
  /** Removed by an emergency rotation or withdrawn, whatever the schedule says. */
  readonly removedAt: Instant | null;
  /** When an enrollment was last opened with it, to the hour; null for keys that seal no captures. */
  readonly lastUsedAt: Instant | null;
}
