import { readdirSync } from 'node:fs';
import { IS_DEEP } from '../kind.ts';
import { findBrowser, NO_BROWSER } from './find-browser.ts';

/** Reports at the end of the run which journeys were skipped without a browser. */
export default function setup(): (() => void) | undefined {
  if (findBrowser() !== undefined) return undefined;
  const journeys = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('.test.ts') && file.endsWith('.deep.test.ts') === IS_DEEP,
  );
  return () => console.warn(`\n${NO_BROWSER} NOT RUN, in test/journeys/: ${journeys.join(', ')}`);
}
