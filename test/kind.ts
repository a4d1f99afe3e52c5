/**
 * Which tests run.
 *
 * - `npm test`: every promise once.
 * - `npm run quick`: the `*.test.ts` of it that need neither a browser nor Postgres and are not slow.
 * - `npm run test:deep`: `*.deep.test.ts`, `*.service.test.ts` again on Postgres, `*.scaled.test.ts` again with all samples.
 */
export const IS_QUICK = process.env['AUTHLY_TESTS'] === 'quick';
export const IS_DEEP = process.env['AUTHLY_TESTS'] === 'deep';

/** Used by files named `*.scaled.test.ts`. */
export const allOrSome = <T>(all: T, some: T): T => (IS_DEEP ? all : some);
