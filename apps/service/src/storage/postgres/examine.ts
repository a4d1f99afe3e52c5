import { CHANNEL, Changes } from './changes.ts';
import { withConnection } from './migrate.ts';
import { Timeline } from './timeline.ts';

export interface ExaminedDatabase {
  readonly version: string;
  readonly isPooled: boolean;
  readonly isHearing: boolean;
  readonly hasTimeline: boolean;
}

export const examinePostgres = (url: string, listenUrl: string | undefined): Promise<ExaminedDatabase> =>
  withConnection(url, async (connection, isPooled) => {
    const timeline = new Timeline();
    const changes = await Changes.open({
      readUrl: () => listenUrl ?? url,
      listens: listenUrl !== undefined || !isPooled,
      notify: (payload) => connection.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]),
      timeline,
      onError: () => {},
    });
    const { isHearing } = changes;
    await changes.close();
    await timeline.require(connection);
    const { rows } = await connection.query<{ server_version: string }>('SHOW server_version');
    return {
      version: rows[0]!.server_version.split(' ', 1)[0]!,
      isPooled,
      isHearing,
      hasTimeline: !timeline.isUnknown,
    };
  });
