import type { OperationName } from '@authly/contract/operations';
import type { App } from './app.ts';
import type { Answer, Call } from './call.ts';

/** One operation of the contract and what it does. The steps of `handle` stand in the order in which they refuse. */
export interface Endpoint {
  readonly operation: OperationName;
  handle(call: Call, app: App): Promise<Answer>;
}
