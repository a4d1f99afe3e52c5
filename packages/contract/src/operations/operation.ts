import type { TSchema } from 'typebox';
import type { ErrorDetails } from '../error-details.ts';
import type { OperationRow } from '../operation-row.ts';
import type { SharedErrorCode } from '../shared-errors.ts';

/** Everything about one operation. */
export interface Operation extends OperationRow {
  /** Its line in the docs. */
  readonly summary: string;
  readonly query?: TSchema;
  readonly request?: TSchema;
  readonly response: TSchema;
  /** JSON unless this says otherwise. */
  readonly responseType?: 'text/event-stream';
  /** In addition to those of every operation. */
  readonly sharedErrors?: readonly SharedErrorCode[];
  /** The codes that no other operation answers with. */
  readonly errors?: Readonly<Record<string, ErrorDetails>>;
  /** Run against a service by the tests, in several languages, and its answer compared field by field. */
  readonly example: OperationExample;
}

/** One call and what it is answered. What a caller shows in `Authorization` is not part of it. */
export interface OperationExample {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
}
