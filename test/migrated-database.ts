import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from './postgres-server.ts';

/** A database with the service's empty tables. */
export const migratedDatabase = (): Promise<TestDatabase> =>
  createDatabase(inject('postgresUrl'), inject('migratedTemplate'));
