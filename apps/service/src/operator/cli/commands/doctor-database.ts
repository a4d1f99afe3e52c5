import { readConfig } from '../../../config/config.ts';
import type { Env } from '../../../config/setting-reader.ts';
import { unknownSettings } from '../../../config/unknown-settings.ts';
import { examineDatabase } from '../../../storage/open-store.ts';
import { storeLocation } from '../store-context.ts';
import type { Found } from './doctor-finding.ts';

/** Throws where the database cannot be connected to, or changes would be seen late. */
export async function examineConnection(env: Env): Promise<Found> {
  const location = storeLocation(env);
  const { databaseListenUrl: listenUrl } = location;
  const examined = await examineDatabase(location);
  if (examined === undefined) return { note: 'SQLite in the data folder' };
  const { version, isPooled, isHearing } = examined;
  const over = listenUrl === undefined ? 'AUTHLY_DATABASE_URL' : 'AUTHLY_DATABASE_LISTEN_URL';
  const connection = isPooled ? 'through a connection pool, without prepared statements' : 'direct connection';
  if (isHearing) return `Postgres ${version}, ${connection}; notifications arrive over ${over}`;
  throw new Error(
    `Postgres ${version}, ${connection}; notifications do not arrive over ${over}, so changes are seen late. ${
      listenUrl === undefined
        ? 'Set AUTHLY_DATABASE_LISTEN_URL to the database server itself'
        : 'It must lead to the server of AUTHLY_DATABASE_URL without a pool'
    }`,
  );
}

/** Throws where a variable looks like a setting and is none, and in production also for what `serve` would refuse. */
export async function examineSettings(env: Env): Promise<string> {
  const unknown = unknownSettings(env).map(({ setting, did_you_mean: meant }) =>
    meant === undefined ? setting : `${setting} (did you mean ${meant}?)`,
  );
  if (unknown.length > 0) throw new Error(`not a setting, and ignored: ${unknown.join(', ')}`);
  if (env['AUTHLY_ENV'] !== 'production') return 'every AUTHLY_ variable is a setting';
  readConfig(env);
  return 'every AUTHLY_ variable is a setting, and authly serve accepts them';
}
