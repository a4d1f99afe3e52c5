import { LookupResponse } from './bio/lookup.ts';
import { StoreRequest } from './bio/store.ts';
import { OPERATIONS } from './operations.ts';
import { secretFieldNames } from './secret.ts';

/** Every field name of the wire that carries the secret mark. Log redaction uses this list and no other. */
export const SECRET_FIELDS: readonly string[] = secretFieldNames([
  ...Object.values(OPERATIONS).flatMap(({ body, query, success }) =>
    [body?.schema, query, success.schema].filter((schema) => schema !== undefined),
  ),
  StoreRequest,
  LookupResponse,
]);
