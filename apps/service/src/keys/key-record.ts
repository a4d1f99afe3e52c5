import type { KeyPurpose } from '../config/key-purposes.ts';
import type { Instant } from '../session/session.ts';

/** One key as it is stored: its private part only ever sealed. */
export interface KeyRecord {
  readonly purpose: KeyPurpose;
  readonly id: string;
  /** SPKI DER, base64; null for a symmetric key. */
  readonly publicKey: string | null;
  readonly sealed: Uint8Array;
  readonly createdAt: Instant;
  /** Announced before, in use from then on until a later key of the purpose activates. */
  readonly activatesAt: Instant;
  /** An emergency took it out of service at this time, whatever the schedule says. */
  readonly removedAt: Instant | null;
}
