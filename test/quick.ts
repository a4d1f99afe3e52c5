/** `npm run quick`: what needs neither a browser nor a Postgres server. What runs on both stores runs on SQLite alone. */
export const IS_QUICK = process.env['AUTHLY_TESTS'] === 'quick';
