import { backoff } from '@authly/page-kit/backoff.ts';
import type { HostedApi } from './hosted-api.ts';

const BACKOFF = { firstMs: 1000, maxMs: 10_000 };

/** Everything else of the page. Most browsers remember that a script did not come: then the page is loaded anew, once the service answers. */
export async function loadRest(api: HostedApi): Promise<void> {
  for (let failures = 1; ; failures++) {
    try {
      await import('./main.tsx');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, backoff(failures, BACKOFF)));
      const answers = await api.session().then(
        () => true,
        () => false,
      );
      if (answers) return location.reload();
    }
  }
}
