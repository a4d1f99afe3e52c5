import { hasLibfprint, NO_LIBFPRINT } from './find-libfprint.ts';

/** For the whole test run: where there is no libfprint, the run ends by saying what was not run. */
export default function setup(): (() => void) | undefined {
  if (hasLibfprint()) return undefined;
  return () => console.warn(`\n${NO_LIBFPRINT} NOT RUN: packages/reader/src/libfprint/, test/journeys/reader.test.ts`);
}
