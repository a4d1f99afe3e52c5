import { PROCESSING_ALLOWANCE_MAX_MS, processingAllowanceMs } from '@authly/contract/session-times';
import type { MerchantStore } from '../storage/store.ts';

export const HEADERS_ARRIVAL_MS = 10_000;
export const REQUEST_ARRIVAL_MS = 30_000;

/** A request may still be arriving, and then be processed as long as its merchant's settings allow. */
export async function longestDrainMs(merchants: Pick<MerchantStore, 'list'>): Promise<number> {
  const all = await merchants.list().catch(() => undefined);
  // If the store is down, the longest time that a merchant can set.
  if (all === undefined) return REQUEST_ARRIVAL_MS + PROCESSING_ALLOWANCE_MAX_MS;
  return all.reduce((longest, { bioTimeoutMs: timeoutMs, bioRetries: retries }) => {
    return Math.max(longest, REQUEST_ARRIVAL_MS + processingAllowanceMs({ timeoutMs, retries }));
  }, REQUEST_ARRIVAL_MS);
}
