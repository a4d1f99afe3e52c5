import { afterAll, describe, expect, it } from 'vitest';
import { postgresTools } from '../../../../../lab/rehearse/postgres-tools.ts';
import { makeCluster } from '../../../../../test/postgres-process.ts';
import { createTemplate, startPostgres } from '../../../../../test/postgres-server.ts';
import { postgresDatabases } from '../test/postgres-databases.ts';
import { storeSuite } from '../test/store-suite.ts';
import { withConnection } from './migrate.ts';

const binaries = postgresTools();
// The cluster of the other tests has settings that are newer.
const server = await startPostgres({ binaries, folder: await makeCluster(binaries, true) });
const template = await createTemplate(server.url);

describe('the store on the oldest Postgres that is supported', () => {
  const databases = postgresDatabases(server.url, template.name);
  afterAll(async () => {
    await databases.removeAll();
    await server.remove();
  });

  it('is Debian’s 15, as docs/guides/databases.md says', async () => {
    const { rows } = await withConnection(server.url, (connection) => connection.query('SHOW server_version'));
    expect(rows[0]).toEqual({ server_version: expect.stringMatching(/^15\./) });
  });

  storeSuite(databases, databases.below);
});
