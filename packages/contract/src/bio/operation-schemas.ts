import type { OperationSchemas } from '../operation-schemas.ts';
import type { BioOperationName } from '../operations.ts';
import { BIO_ERROR_CODES, BIO_ERRORS, type BioErrorCode } from './errors.ts';
import { LookupRequest, LookupResponse } from './lookup.ts';
import { StoreRequest, StoreResponse } from './store.ts';

/** What each call to a merchant's Bio API takes and answers, and its line in the docs. */
// biome-ignore format: one row a line
export const BIO_OPERATION_SCHEMAS: Readonly<Record<BioOperationName, Required<Pick<OperationSchemas, 'summary' | 'body' | 'answer'>>>> = {
  store: { summary: 'Store the enrollment data of one user and finger', body: StoreRequest, answer: StoreResponse },
  lookup: { summary: 'Give back the stored enrollment data of one user and finger', body: LookupRequest, answer: LookupResponse },
};

/** The codes that a call may be answered with, in the order of the table. */
export const bioErrorsOf = (name: BioOperationName): BioErrorCode[] =>
  BIO_ERROR_CODES.filter((code) => BIO_ERRORS[code].on === 'both' || BIO_ERRORS[code].on === name);
