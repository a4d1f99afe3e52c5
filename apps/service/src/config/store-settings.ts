import { resolve } from 'node:path';
import { addressFault, serversOf, WRITABLE } from './database-address.ts';
import { SETTINGS, type SettingName } from './settings.ts';
import { fileText, type Env, type SettingReader } from './setting-reader.ts';

export const dataDirOf = (env: Env): string => resolve(env['AUTHLY_DATA_DIR'] || SETTINGS.AUTHLY_DATA_DIR.default);

/** Returns undefined for SQLite, and an empty text if the file is empty or unreadable. */
export function databaseUrlOf(env: Env): string | undefined {
  const { AUTHLY_DATABASE_URL: url, AUTHLY_DATABASE_URL_FILE: file } = env;
  if (url || !file) return url || undefined;
  return fileText(file)?.trim() ?? '';
}

export function databaseUrl(read: SettingReader): string | undefined {
  const name = 'AUTHLY_DATABASE_URL';
  const value = databaseUrlOf(read.env);
  if (value === undefined) return undefined;
  if (value === '') return read.file('AUTHLY_DATABASE_URL_FILE');
  requirePostgres(read, name, value);
  return value;
}

export function databaseListenUrl(read: SettingReader): string | undefined {
  const name = 'AUTHLY_DATABASE_LISTEN_URL';
  const value = read.value(name);
  if (value === undefined) return undefined;
  if (databaseUrlOf(read.env) === undefined) return read.wrong(name, 'must be set together with AUTHLY_DATABASE_URL');
  requirePostgres(read, name, value);
  return value;
}

function requirePostgres(read: SettingReader, name: SettingName, value: string): undefined {
  const fault = addressFault(value);
  if (fault !== undefined) return read.wrong(name, fault);
  const wanted = URL.parse(serversOf(value)[0]!)?.searchParams.get('target_session_attrs') ?? WRITABLE[0]!;
  if (!WRITABLE.includes(wanted))
    return read.wrong(name, `must point to servers that accept writes: target_session_attrs=${WRITABLE[0]}, or none`);
  return undefined;
}

export const databaseUrlFile = ({ env }: SettingReader): string | undefined =>
  env['AUTHLY_DATABASE_URL'] ? undefined : env['AUTHLY_DATABASE_URL_FILE'] || undefined;
