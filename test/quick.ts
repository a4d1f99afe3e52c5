/**
 * `npm run quick` needs neither a browser nor Postgres and starts no whole programs. Tests of both stores run on
 * SQLite only, and large samples are reduced.
 */
export const IS_QUICK = process.env['AUTHLY_TESTS'] === 'quick';

export const wholeOrPart = <T>(whole: T, part: T): T => (IS_QUICK ? part : whole);
