import type { Operator } from '../actions/operator.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import type { ConsoleSignIn } from '../../storage/store.ts';
import type { Role } from './wire.ts';

/** What every endpoint of the console uses. */
export interface ConsoleContext extends Omit<Operator, 'auditEntry'> {
  readonly keys: KeyRing;
  /** Of the API, for merchants. */
  readonly baseUrl: string;
  /** Resolves when a request could be served now; rejects with the reason. */
  readonly ready: () => Promise<void>;
}

interface ConsoleRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined with a GET. */
  readonly body: unknown;
  readonly signIn: ConsoleSignIn;
  /** The signed-in operator, for actions: the audit log names them. */
  readonly operator: Operator;
}

export type Handler = (context: ConsoleContext, request: ConsoleRequest) => Promise<unknown>;

/** One row of the table of routes. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly role: Role;
  readonly handle: Handler;
  /** For forms with files. */
  readonly bodyLimit?: number;
}
