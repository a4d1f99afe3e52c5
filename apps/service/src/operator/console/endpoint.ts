import type { Static, TObject, TProperties } from 'typebox';
import type { Acting } from '../actions/action.ts';
import type { Operator } from '../actions/operator.ts';
import type { KeyRing } from '../../keys/key-ring.ts';

export interface ConsoleContext extends Omit<Operator, 'auditEntry'> {
  readonly keys: KeyRing;
  /** Base URL of the API. */
  readonly baseUrl: string;
}

/** A row for a call of the page that is no operator action. */
export interface Endpoint<Name extends string = string, Params extends TProperties = TProperties, Result = unknown> {
  readonly name: Name;
  readonly role: 'read' | 'admin';
  /** As of an operator action. */
  readonly forMerchant?: true;
  readonly params: Params;
  readonly audit?: string;
  run(operator: ConsoleContext & Acting, params: Static<TObject<Params>>): Promise<Result>;
}

/** Checks a row and keeps its types. */
export const endpoint = <const Name extends string, Params extends TProperties, Result>(
  row: Endpoint<Name, Params, Result>,
): Endpoint<Name, Params, Result> => row;
