import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from './postgres-server.ts';

/** A database with the service's tables and nothing in them. */
export const migratedDatabase = (): Promise<TestDatabase> =>
  createDatabase(inject('postgresUrl'), inject('migratedTemplate'));
