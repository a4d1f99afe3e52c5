import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readConfig, readPasskeyDomain } from '../../config/config.ts';
import { lifeOf } from '../../runtime/certificate-life.ts';
import type { Env } from '../../config/setting-reader.ts';
import { databaseUrlOf, dataDirOf } from '../../config/store-settings.ts';
import { unknownSettings } from '../../config/unknown-settings.ts';
import { examineDatabase } from '../../storage/open-store.ts';
import { expires } from '../../operator/checks/certificates.ts';
import type { CheckDetail } from '../../operator/checks/check.ts';
import { storeLocation } from '../store-context.ts';

/** Throws, in production, also what `serve` would. */
export function checkSettings(env: Env): string {
  const unknown = unknownSettings(env).map(({ setting, did_you_mean: meant }) =>
    meant === undefined ? setting : `${setting} (did you mean ${meant}?)`,
  );
  if (unknown.length > 0) throw new Error(`not a setting, and ignored: ${unknown.join(', ')}`);
  if (env['AUTHLY_ENV'] !== 'production') return 'every AUTHLY_ variable is a setting';
  readConfig(env);
  return 'every AUTHLY_ variable is a setting, and authly serve accepts them';
}

export const checkPasskeys = (env: Env): CheckDetail => ({
  note: env['AUTHLY_ENV']
    ? `bound devices belong to ${readPasskeyDomain(env)}: choose AUTHLY_PASSKEY_DOMAIN before the first one is bound`
    : 'AUTHLY_ENV is not set',
});

export async function checkDatabase(env: Env): Promise<CheckDetail> {
  const location = storeLocation(env);
  const examined = await examineDatabase(location);
  if (examined === undefined) return { note: 'SQLite in the data folder' };
  const { version, isPooled, isHearing, hasTimeline } = examined;
  const isSameUrl = location.databaseListenUrl === undefined;
  const over = isSameUrl ? 'AUTHLY_DATABASE_URL' : 'AUTHLY_DATABASE_LISTEN_URL';
  const way = isPooled ? 'through a connection pool, without prepared statements' : 'direct connection';
  const connection = hasTimeline
    ? way
    : `${way}; it does not tell its timeline, so a primary that returned with older data is not noticed`;
  if (isHearing) return `Postgres ${version}, ${connection}; notifications arrive over ${over}`;
  const advice = isSameUrl
    ? 'Set AUTHLY_DATABASE_LISTEN_URL to the database server itself'
    : 'It must lead to the server of AUTHLY_DATABASE_URL without a pool';
  throw new Error(
    `Postgres ${version}, ${connection}; notifications do not arrive over ${over}, so changes are seen late. ${advice}`,
  );
}

export function checkDataFolder(env: Env): CheckDetail {
  if (databaseUrlOf(env) !== undefined) return { note: 'not used: the store is Postgres' };
  const dataDir = dataDirOf(env);
  if ((statSync(dataDir).mode & 0o007) !== 0)
    throw new Error(`${dataDir} is readable by other users of this machine: chmod 700 ${dataDir}`);
  return dataDir;
}

export function checkCertificate({ AUTHLY_TLS_CERT_FILE: file, AUTHLY_ENV }: Env): CheckDetail {
  if (!file) {
    const instead = AUTHLY_ENV === 'production' ? ': a proxy must end TLS' : '; the sandbox creates its own';
    return { note: `AUTHLY_TLS_CERT_FILE is not set${instead}` };
  }
  return expires(lifeOf(new X509Certificate(readFileSync(file))));
}
