import { hasLibfprint, NO_LIBFPRINT } from './find-libfprint.ts';

/** Reports at the end of the run which tests were skipped without libfprint. */
export default function setup(): (() => void) | undefined {
  if (hasLibfprint()) return undefined;
  return () => console.warn(`\n${NO_LIBFPRINT} NOT RUN: packages/reader/src/libfprint/, test/journeys/reader.test.ts`);
}
