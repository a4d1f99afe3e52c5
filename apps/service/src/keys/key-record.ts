import type { Instant } from '../session/session.ts';

/** What a key is for. Each purpose seals under its own derived key. */
export const KEY_PURPOSES = ['bio-signing', 'access-token', 'hosted-token', 'audit-head'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];
/** Of keys that sign, and so may be kept in a token. What hosted tokens are derived from is read, not signed with. */
export const SIGNING_PURPOSES = ['bio-signing', 'access-token', 'audit-head'] as const satisfies readonly KeyPurpose[];
export type SigningPurpose = (typeof SIGNING_PURPOSES)[number];

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
