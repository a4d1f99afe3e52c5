import type { Instant } from '../../session/session.ts';
import type { Database } from './database.ts';

const NOW = { text: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now' };

/** By the clock of the server's machine. */
export const databaseTime = async (db: Database): Promise<Instant> => Number((await db.query(NOW)).rows[0]!['now']);
