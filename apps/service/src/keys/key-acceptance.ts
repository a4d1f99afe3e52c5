import type { Instant } from '../session/session.ts';

export interface KeyAcceptance {
  readonly merchantId: string;
  readonly keyId: string;
  readonly lastAcceptedAt: Instant;
}
