/**
 * `npm run quick`: what needs neither a browser nor a Postgres server and starts no whole programs. What runs on both stores runs on SQLite
 * alone, and what runs over a large sample runs over a part of it.
 */
export const IS_QUICK = process.env['AUTHLY_TESTS'] === 'quick';

export const wholeOrPart = <T>(whole: T, part: T): T => (IS_QUICK ? part : whole);
