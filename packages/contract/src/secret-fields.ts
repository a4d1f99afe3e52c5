import { LookupResponse } from './bio/lookup.ts';
import { StoreRequest } from './bio/store.ts';
import { OPERATION_SCHEMAS } from './operation-schemas.ts';
import { secretFieldNames } from './secret.ts';

/** Every field name of the wire that carries the secret mark. Log redaction uses this list and no other. */
export const SECRET_FIELDS: readonly string[] = secretFieldNames([
  ...Object.values(OPERATION_SCHEMAS).flatMap(({ body, query, answer }) =>
    [body, query, answer].filter((schema) => schema !== undefined),
  ),
  StoreRequest,
  LookupResponse,
]);
