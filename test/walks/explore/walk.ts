import * as fc from 'fast-check';
import type { TestDatabase } from '../../postgres-server.ts';

/** One thing that a person, a process or the world does. */
export interface Move<Model, Real> {
  /** A sentence. */
  readonly says: string;
  /** Returns false if the move is impossible in this state of the model. */
  readonly can?: (model: Model) => boolean;
  /** Does it, checks the answer and changes the model. May return what happened, for the report. */
  readonly run: (model: Model, real: Real) => Promise<string | void>;
}

/** A move with random values. */
export type Moves<Model, Real> = fc.Arbitrary<Move<Model, Real>>;

/** `of` makes the one with these values. */
export const moves = <Model, Real, Values extends unknown[]>(
  values: { [K in keyof Values]: fc.Arbitrary<Values[K]> },
  make: (...values: Values) => Move<Model, Real>,
): Moves<Model, Real> & { readonly of: typeof make } =>
  Object.assign(
    fc.tuple<Values>(...values).map((chosen) => make(...chosen)),
    { of: make },
  );

/** The databases that a walk may use. */
export interface Ground {
  /** A Postgres database with the service's empty tables. */
  database(): Promise<TestDatabase>;
}

/** What all walks of one exploration share, such as running services. */
export interface World<Model, Real> extends AsyncDisposable {
  /** The start of a walk: what has happened so far, and what the moves act on. */
  begin(): Promise<{ model: Model; real: Real }>;
  /** Holds after each move. */
  holds?(model: Model, real: Real): Promise<void>;
  /** Holds after the last move. */
  ends?(model: Model, real: Real): Promise<void>;
  /** Runs after each walk, also a failed one. */
  leave?(real: Real): Promise<void>;
  /** Whether what the walks run in has crashed, such as a browser. The walk is taken again. */
  isLost?(): Promise<boolean>;
}

/** `npm run explore -- NAME` imports it from `test/walks/NAME.ts`, which exports it as `walk`. */
export interface Walk<Model extends object, Real> {
  readonly name: string;
  /** A move that is listed twice is twice as likely. */
  readonly moves: readonly Moves<Model, Real>[];
  readonly longest: number;
  /** A walk that takes longer hangs. */
  readonly withinMs: number;
  open(ground: Ground): Promise<World<Model, Real>>;
}
