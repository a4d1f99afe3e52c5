import type { Static, TObject, TProperties } from 'typebox';
import type { Acting, MerchantActing } from '../row/action.ts';
import type { Operator } from '../row/operator.ts';
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
  /** It searches or calls somebody: the people of a merchant run one at a time. */
  readonly isCostly?: true;
  readonly params: Params;
  readonly audit?: string;
  run(this: void, operator: ConsoleContext & Acting, params: Static<TObject<Params>>): Promise<Result>;
  /** Same as for an operator action. */
  forMerchant?(this: void, operator: MerchantActing, params: Static<TObject<Params>>): Promise<Result>;
}

/** Checks a row and keeps its types. */
export const endpoint = <const Name extends string, Params extends TProperties, Result>(
  row: Endpoint<Name, Params, Result>,
): Endpoint<Name, Params, Result> => row;

/** The people of a merchant may make the call too. */
export const merchantEndpoint = <const Name extends string, P extends TProperties, Result>(
  row: Omit<Endpoint<Name, P, Result>, 'run' | 'forMerchant'> & {
    run(this: void, operator: MerchantActing, params: Static<TObject<P>>): Promise<Result>;
  },
): Endpoint<Name, P, Result> => ({ ...row, forMerchant: row.run });
