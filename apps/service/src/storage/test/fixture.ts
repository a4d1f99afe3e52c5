import type { StoreOptions } from '../open-store.ts';
import type { Store } from '../port/store.ts';

export interface EmptyDatabase {
  readonly options: StoreOptions;
  remove(): Promise<void>;
}

/** Two stores on one empty database, like two processes. */
export interface Fixture {
  readonly database: EmptyDatabase;
  readonly store: Store;
  readonly other: Store;
  /** Another database, without tables. */
  empty(): Promise<EmptyDatabase>;
}
