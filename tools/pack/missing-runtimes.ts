import { missingRuntimes } from './runtimes.ts';

/** For the whole test run: it ends by saying on what the packages were not tried. */
export default function setup(): (() => void) | undefined {
  const missing = missingRuntimes();
  if (missing.length === 0) return undefined;
  return () =>
    console.warn(
      `\nNOT RUN, in tools/pack/strangers.test.ts: ${missing.join(', ')}. node tools/fetch-runtimes.ts fetches them.`,
    );
}
