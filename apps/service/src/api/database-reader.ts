import { inTime } from '../runtime/in-time.ts';
import type { Metrics } from '../observability/metrics.ts';
import { StoreUnavailableError } from '../storage/port/store.ts';
import type { App } from './app.ts';

/** Shorter than the time for the answer of `/readyz`. */
const WITHIN_MS = 500;

/**
 * For `/readyz`; resolves with warnings. A database that is away is a warning: if every process were unready, the load balancer would have
 * no server, while a process still answers 503 with Retry-After and serves pages.
 */
export function databaseReader({ store, keys }: App, metrics: Metrics): () => Promise<readonly string[]> {
  // One read at a time, so that it takes one connection of a database that hangs.
  let reading: Promise<readonly string[]> | undefined;
  const read = async (): Promise<readonly string[]> => {
    const warnings = await store.check();
    await keys.upToDate();
    return [...warnings, ...metrics.recentOutage];
  };
  return () => {
    reading ??= read().finally(() => (reading = undefined));
    const late = new StoreUnavailableError('busy', `the database did not answer within ${WITHIN_MS} ms`);
    return inTime(reading, WITHIN_MS, late).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailableError)) throw error;
      metrics.storeFailed(error);
      return [error.message];
    });
  };
}
