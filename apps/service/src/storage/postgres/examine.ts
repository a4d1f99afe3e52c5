import { CHANNEL, sessionChanges } from './changes.ts';
import { withConnection } from './migrate.ts';

export interface ExaminedDatabase {
  readonly version: string;
  readonly isPooled: boolean;
  readonly isHearing: boolean;
}

export const examinePostgres = (url: string, listenUrl: string | undefined): Promise<ExaminedDatabase> =>
  withConnection(url, async (connection, isPooled) => {
    const changes = await sessionChanges({
      readUrl: () => listenUrl ?? url,
      listens: listenUrl !== undefined || !isPooled,
      notify: (payload) => connection.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]),
      onError: () => {},
    });
    const isHearing = changes.isHearing();
    await changes.close();
    const { rows } = await connection.query<{ server_version: string }>('SHOW server_version');
    return { version: rows[0]!.server_version.split(' ', 1)[0]!, isPooled, isHearing };
  });
