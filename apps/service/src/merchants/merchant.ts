import type { Scope } from '@authly/contract/wire/scopes';
import type { Instant } from '../session/session.ts';
import { STORED_SETTINGS, type MerchantRateLimits, type StoredSettings } from './merchant-settings.ts';

export interface Merchant extends StoredSettings {
  readonly id: string;
  readonly logoId: string | null;
  readonly rateLimits: MerchantRateLimits;
  /** Since this time it gets no tokens; null: it is not suspended. Its running sessions continue. */
  readonly suspendedAt: Instant | null;
  /** The base URL of the cell that it moved to. It stays suspended here. */
  readonly movedTo: string | null;
  /** The SHA-256 of the file that it came in; null: it began in this cell. */
  readonly importId: string | null;
  /** When its last session was imported. */
  readonly importedAt: Instant | null;
  readonly createdAt: Instant;
}

export const newMerchant = (
  given: Pick<Merchant, 'id' | 'name' | 'bioBaseUrl' | 'createdAt'> & Partial<Merchant>,
): Merchant => ({
  ...(Object.fromEntries(STORED_SETTINGS.map(([name, row]) => [name, row.default])) as unknown as StoredSettings),
  logoId: null,
  rateLimits: {},
  suspendedAt: null,
  movedTo: null,
  importId: null,
  importedAt: null,
  ...given,
});

export interface Client {
  readonly id: string;
  readonly merchantId: string;
  readonly scopes: readonly Scope[];
  /** At most two, newest first, so that a merchant rotates without downtime. */
  readonly secrets: readonly ClientSecret[];
  readonly revokedAt: Instant | null;
  readonly createdAt: Instant;
}

export interface KnownClient {
  readonly client: Client;
  readonly merchant: Merchant;
}

export interface ClientSecret {
  /** Hex SHA-256: a random secret of 256 bits needs no slow hash. */
  readonly hash: string;
  readonly createdAt: Instant;
}
