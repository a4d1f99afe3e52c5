import type { Client } from 'pg';
import { connectToPrimary } from './primary.ts';

/** A parameter of our own, which the server keeps for the session and nobody else sets. */
const MARK = 'authly.session';

/**
 * A connection, and whether it leads through a pool that gives each transaction another connection of the server. Such a pool either
 * refuses settings of a session, or ignores them.
 */
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

/** `protocol_violation` of PgBouncer, `feature_not_supported` of others. */
const isSettingRefused = (error: unknown): boolean =>
  ['08P01', '0A000'].includes((error as { code?: string }).code ?? '') &&
  /startup|options|parameter/i.test((error as Error).message);
