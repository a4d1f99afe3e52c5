import type { Scope } from '@authly/contract/scopes';
import type { Instant } from '../session/session.ts';

export interface Merchant {
  readonly id: string;
  readonly name: string;
  /** Of the picture that stands beside its name; null: none. The picture itself is kept apart. */
  readonly logoId: string | null;
  readonly bioBaseUrl: string;
  /** PEM of a private CA that the merchant's Bio API uses; null: the public ones. */
  readonly bioCaPem: string | null;
  readonly bioTimeoutMs: number;
  readonly bioRetries: number;
  readonly sessionLifetimeS: number;
  readonly rateLimits: MerchantRateLimits;
  /** How many verifications of one user's finger within an hour may fail to match before no more are compared; 0: any number. */
  readonly attemptsPerHour: number;
  readonly createdAt: Instant;
}

/** Requests per 60 s; absent: no limit. The contract limits the token endpoint alone, so all are off by default. */
export interface MerchantRateLimits {
  readonly createPerMerchant?: number;
  readonly createPerUserRef?: number;
  readonly resultPerMerchant?: number;
  readonly resultPerSession?: number;
}

export interface Client {
  readonly id: string;
  readonly merchantId: string;
  readonly scopes: readonly Scope[];
  /** At most two live ones, newest first, so that a merchant rotates without downtime. */
  readonly secrets: readonly ClientSecret[];
  readonly revokedAt: Instant | null;
  readonly createdAt: Instant;
}

export interface ClientSecret {
  /** Lowercase hex SHA-256: a random secret of 256 bits needs no slow hash. */
  readonly hash: string;
  readonly createdAt: Instant;
}
