import type { Instant } from '../session/session.ts';

/** When a merchant last showed that it trusts a signing key. */
export interface KeyAcceptance {
  readonly merchantId: string;
  readonly keyId: string;
  readonly lastAcceptedAt: Instant;
}
