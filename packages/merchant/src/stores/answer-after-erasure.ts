import type { StoreResponse } from '@authly/contract/bio/store';

/**
 * What a repeat of a stored request is answered with once its user was erased. The claim of its key stays, or a late repeat would store the
 * enrollment anew; what it said of the user goes.
 */
export const ANSWER_AFTER_ERASURE: StoreResponse = { stored: true };
