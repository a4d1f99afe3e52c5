import type { Environment } from '../config/environment.ts';
import type { Instant } from '../session/session.ts';
import type { KeyStore, MerchantStore, WebhookStore } from './port/merchants.ts';
import type { AuditLog, ConsoleStore, CountStore, Settings } from './port/operators.ts';
import type { AttemptStore, BioAttemptStore, RateWindows, SessionStore } from './port/sessions.ts';

export type * from './port/merchants.ts';
export * from './port/operators.ts';
export type * from './port/sessions.ts';

/** The port to the database. SQLite and Postgres pass the same suite, `test/store-suite.ts`. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  readonly environment: Environment;
  readonly sessions: SessionStore;
  readonly merchants: MerchantStore;
  readonly keys: KeyStore;
  readonly rateWindows: RateWindows;
  readonly attempts: AttemptStore;
  readonly bioAttempts: BioAttemptStore;
  readonly webhooks: WebhookStore;
  readonly audit: AuditLog;
  readonly console: ConsoleStore;
  readonly counts: CountStore;
  readonly settings: Settings;
  /** A connection pool is between this process and the database. */
  readonly isPooled: boolean;
  /** Resolves when the database answers and can be written, with what works less well than it could; rejects with StoreUnavailableError. */
  check(): Promise<readonly string[]>;
  /** Removes erased rows from the files as well. False: a reader holds a file; call it again later. */
  forgetErased(): Promise<boolean>;
  /** The time by the database server's clock; SQLite has this machine's. */
  now(): Promise<Instant>;
  close(): Promise<void>;
}

export const UNAVAILABLE_REASONS = ['unreachable', 'disk_full', 'busy', 'read_only'] as const;

/** The database cannot be reached or cannot be written. The HTTP answer is 503; operators read `reason`. */
export class StoreUnavailableError extends Error {
  readonly reason: (typeof UNAVAILABLE_REASONS)[number];
  constructor(reason: StoreUnavailableError['reason'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StoreUnavailableError';
    this.reason = reason;
  }
}

/** The store is marked for another environment than this process serves. */
export class WrongEnvironmentError extends Error {
  constructor(marked: string, wanted: string) {
    super(`this store belongs to the environment "${marked}" and cannot serve "${wanted}"`);
    this.name = 'WrongEnvironmentError';
  }
}
