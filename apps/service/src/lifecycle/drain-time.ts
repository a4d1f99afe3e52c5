import { PROCESSING_ALLOWANCE_MAX_MS, processingAllowanceMs } from '@authly/contract/session-times';
import type { MerchantStore } from '../storage/store.ts';

/** How long a request's headers may take to arrive. */
export const HEADERS_ARRIVAL_MS = 10_000;
/** How long a request may take to arrive. */
export const REQUEST_ARRIVAL_MS = 30_000;

/** How long draining may take: a request may still be arriving, and then be in processing as long as its merchant's settings allow. */
export async function longestDrainMs(merchants: Pick<MerchantStore, 'list'>): Promise<number> {
  const all = await merchants.list().catch(() => undefined);
  // A store that does not answer says nothing about its merchants: then the longest that can be set.
  if (all === undefined) return REQUEST_ARRIVAL_MS + PROCESSING_ALLOWANCE_MAX_MS;
  return all.reduce((longest, { bioTimeoutMs: timeoutMs, bioRetries: retries }) => {
    return Math.max(longest, REQUEST_ARRIVAL_MS + processingAllowanceMs({ timeoutMs, retries }));
  }, REQUEST_ARRIVAL_MS);
}
