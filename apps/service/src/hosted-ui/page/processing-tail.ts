import { BIO_LIMITS } from '@authly/contract/limits';

const PROCESSING_ALLOWANCE_MS = 15_000;

/** How long after `expires_at` an outcome may still come: what was begun in time is finished. */
export const PROCESSING_TAIL_MS = PROCESSING_ALLOWANCE_MS + BIO_LIMITS.requestTimeoutMs * (1 + BIO_LIMITS.retries);
