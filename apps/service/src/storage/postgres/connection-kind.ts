import type { Client } from 'pg';
import { connectToPrimary } from './primary.ts';

/** A parameter that only Authly sets. The server keeps it for the session. */
const MARK = 'authly.session';

/** Detects a pool in transaction mode. Such a pool rejects or ignores session parameters. */
export async function connectAndExamine(
  url: string,
  applicationName: string,
): Promise<{ client: Client; isPooled: boolean }> {
  const config = { application_name: applicationName };
  let client;
  try {
    client = await connectToPrimary(url, { ...config, options: `-c ${MARK}=on` });
  } catch (error) {
    if (!isSettingRefused(error)) throw error;
    return { client: await connectToPrimary(url, config), isPooled: true };
  }
  const { rows } = await client.query<{ mark: string | null }>('SELECT current_setting($1, true) AS mark', [MARK]);
  return { client, isPooled: rows[0]!.mark !== 'on' };
}

/** PgBouncer returns `protocol_violation`, other pools `feature_not_supported`. */
const isSettingRefused = (error: unknown): boolean =>
  ['08P01', '0A000'].includes((error as { code?: string }).code ?? '') &&
  /startup|options|parameter/i.test((error as Error).message);
