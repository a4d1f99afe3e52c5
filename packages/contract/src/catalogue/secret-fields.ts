import { BIO_OPERATION_DETAILS, OPERATION_DETAILS } from './operations.ts';
import { secretFieldNames } from '../schemas/secret.ts';

export const SECRET_FIELDS: readonly string[] = secretFieldNames(
  Object.values({ ...OPERATION_DETAILS, ...BIO_OPERATION_DETAILS }).flatMap(({ query, request, response }) =>
    [query, request, response].filter((schema) => schema !== undefined),
  ),
);
