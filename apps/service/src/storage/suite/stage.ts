import type { StoreOptions } from '../open-store.ts';
import type { Store } from '../store.ts';

/** An empty database of one kind, and how to be rid of it. */
export interface Ground {
  readonly options: StoreOptions;
  remove(): Promise<void>;
}

/** What each test of the suite gets: two stores on one empty database, as two processes have them. */
export interface Stage {
  readonly ground: Ground;
  readonly store: Store;
  readonly other: Store;
}
