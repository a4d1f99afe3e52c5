import type { TSchema } from 'typebox';
import type { ErrorDetails } from '../wire/error-details.ts';
import { LIMITS } from '../wire/limits.ts';
import type { OperationRow } from '../wire/operation-row.ts';
import type { SharedErrorCode } from '../schemas/shared-errors.ts';

export interface Operation extends OperationRow {
  readonly summary: string;
  readonly query?: TSchema;
  readonly request?: TSchema;
  readonly response: TSchema;
  readonly responseType?: 'text/event-stream';
  readonly sharedErrors?: readonly SharedErrorCode[];
  readonly errors?: Readonly<Record<string, ErrorDetails>>;
  /** Tests run it against a service in several languages and compare every field of the answer. */
  readonly example: OperationExample;
}

export interface OperationExample {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
}

export const merchantCall = { caller: 'access token', maxBodyBytes: LIMITS.jsonBodyBytes, success: 200 } as const;
export const hostedCall = { caller: 'hosted token', maxBodyBytes: LIMITS.pageBodyBytes, success: 200 } as const;
export const appCall = { caller: 'app token', maxBodyBytes: LIMITS.pageBodyBytes, success: 200 } as const;
