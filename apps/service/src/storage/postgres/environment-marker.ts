import type { Client } from 'pg';
import type { Environment } from '../../runtime/environment.ts';
import { WrongEnvironmentError } from '../port/store.ts';
import { hasTable } from './migrate.ts';

export async function markedEnvironment(connection: Client): Promise<Environment | undefined> {
  if (!(await hasTable(connection, 'store_identity'))) return undefined;
  const { rows } = await connection.query<{ environment: Environment }>('SELECT environment FROM store_identity');
  return rows[0]?.environment;
}

export async function refuseOtherEnvironment(connection: Client, wanted: Environment): Promise<void> {
  const marked = await markedEnvironment(connection);
  if (marked !== undefined && marked !== wanted) throw new WrongEnvironmentError(marked, wanted);
}

/** The first process that opens a store marks it permanently. */
export async function markEnvironment(connection: Client, environment: Environment): Promise<void> {
  const { rowCount } = await connection.query('SELECT 1 FROM store_identity');
  if (rowCount === 0)
    await connection.query('INSERT INTO store_identity (one, environment) VALUES (1, $1) ON CONFLICT DO NOTHING', [
      environment,
    ]);
  await refuseOtherEnvironment(connection, environment);
}
