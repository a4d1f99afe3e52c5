import type { Operator } from '../actions/operator.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { ConsoleSignIn } from '../storage/store.ts';
import type { LiveFeed } from './live-feed.ts';
import type { Role } from './wire.ts';

/** What the console stands on. */
export interface ConsoleParts extends Omit<Operator, 'act'> {
  readonly keys: KeyRing;
  readonly feed: LiveFeed;
  /** Resolves when a request could be served now; rejects with the reason. */
  readonly ready: () => Promise<void>;
}

export interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined with a GET. */
  readonly body: unknown;
  readonly signIn: ConsoleSignIn;
  /** Whoever asks, for acts: their name stands in the trail. */
  readonly operator: Operator;
}

/** One row of the table of routes. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly role: Role;
  readonly answer: (parts: ConsoleParts, asked: Asked) => Promise<unknown>;
}
