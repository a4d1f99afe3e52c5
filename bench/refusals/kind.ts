import type { OperationName } from '@authly/contract/operations';

/** One kind of request to an endpoint, sent many times. */
export interface Kind {
  readonly what: string;
  readonly status: number;
  /** Where each request needs something of its own, such as a session that can be ended once. */
  readonly prepare?: (count: number) => Promise<void>;
  readonly next: () => Buffer;
  /** The service ends the connection with its answer: each has one of its own. */
  readonly closes?: true;
  /** What is served with as large a body, where the size itself has to be found out. */
  readonly beside?: Kind;
}

export interface Endpoint {
  readonly operation: OperationName;
  readonly served: Kind;
  readonly refused: readonly Kind[];
}
