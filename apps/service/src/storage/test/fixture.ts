import type { StoreOptions } from '../open-store.ts';
import type { Store } from '../store.ts';

/** An empty database of one kind, and how to be rid of it. */
export interface EmptyDatabase {
  readonly options: StoreOptions;
  remove(): Promise<void>;
}

/** What each test of the suite gets: two stores on one empty database, as two processes have them. */
export interface Fixture {
  readonly database: EmptyDatabase;
  readonly store: Store;
  readonly other: Store;
}
