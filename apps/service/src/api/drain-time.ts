import { PROCESSING_ALLOWANCE_MAX_MS, processingAllowanceMs } from '@authly/contract/wire/session-times';
import { API_TIMEOUTS } from '../http/limits/timeouts.ts';
import type { MerchantStore } from '../storage/port/store.ts';

/** A request may still be arriving, and then be processed as long as its merchant's settings allow. */
export async function longestDrainMs(merchants: Pick<MerchantStore, 'list'>): Promise<number> {
  const all = await merchants.list().catch(() => undefined);
  // If the store is down, the longest time that a merchant can set.
  if (all === undefined) return API_TIMEOUTS.requestMs + PROCESSING_ALLOWANCE_MAX_MS;
  return all.reduce((longest, { bioTimeoutMs: timeoutMs, bioRetries: retries }) => {
    return Math.max(longest, API_TIMEOUTS.requestMs + processingAllowanceMs({ timeoutMs, retries }));
  }, API_TIMEOUTS.requestMs);
}
