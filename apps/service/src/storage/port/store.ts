import type { Environment } from '../../runtime/environment.ts';
import type { Use } from '../../runtime/shares.ts';
import type { Instant } from '../../session/session.ts';
import type { KeyStore, MerchantStore, WebhookStore } from './merchants.ts';
import type { AuditLog, ConsoleStore, CountStore, FailedRequestStore, ProcessStore, Settings } from './operators.ts';
import type { AttemptStore, BioAttemptStore, RateWindows, SessionStore } from './sessions.ts';
import type { TransferStore } from './transfers.ts';

export type * from './merchants.ts';
export * from './operators.ts';
export type * from './sessions.ts';
export type * from './transfers.ts';

/** SQLite and Postgres pass the same suite, `test/store-suite.ts`. */
export interface Store {
  /** Only for logs, traces and messages. */
  readonly kind: 'sqlite' | 'postgres';
  /** The database server has a clock of its own. */
  readonly hasOwnClock: boolean;
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
  readonly failedRequests: FailedRequestStore;
  readonly processes: ProcessStore;
  readonly settings: Settings;
  readonly transfers: TransferStore;
  readonly isPooled: boolean;
  /** Resolves with warnings if the database accepts writes; rejects with StoreUnavailableError. */
  check(): Promise<readonly string[]>;
  /** Postgres only. */
  readonly load?: () => { readonly connections: Use; readonly isHearing: boolean };
  /** Removes erased rows from the files too. Returns false if a reader holds a file: call it again later. */
  forgetErased(): Promise<boolean>;
  /** The clock of the database server; SQLite: of this machine. */
  now(): Promise<Instant>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly environment: Environment;
  /** If false, a database that lacks migrations is rejected, and nothing is applied. */
  readonly migrate?: boolean | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
  readonly onQuery?: ((seconds: number) => void) | undefined;
}

export const UNAVAILABLE_REASONS = ['unreachable', 'disk_full', 'busy', 'read_only', 'old_timeline', 'clock'] as const;

/** The HTTP status is 503. Operators see `reason`. */
export class StoreUnavailableError extends Error {
  readonly reason: (typeof UNAVAILABLE_REASONS)[number];
  constructor(reason: StoreUnavailableError['reason'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StoreUnavailableError';
    this.reason = reason;
  }
}

export class WrongEnvironmentError extends Error {
  constructor(marked: string, wanted: string) {
    super(`this store belongs to the environment "${marked}" and cannot serve "${wanted}"`);
    this.name = 'WrongEnvironmentError';
  }
}

export class FolderTakenError extends Error {
  constructor(dataDir: string, address: string) {
    super(`a service runs on ${dataDir} already, at ${address}: stop it, or set AUTHLY_DATA_DIR to another folder`);
    this.name = 'FolderTakenError';
  }
}

export class SchemaError extends Error {
  readonly reason: 'too_new' | 'outdated' | 'altered' | 'empty';
  constructor(reason: SchemaError['reason'], message: string) {
    super(message);
    this.name = 'SchemaError';
    this.reason = reason;
  }
}
