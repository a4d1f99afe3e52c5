import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fixture } from '../fixture/fixture.ts';
import { Service } from '../fixture/service.ts';
import { DatabaseServer } from './database-server.ts';
import { LoadedDeployment } from './loaded-deployment.ts';
import type { Rehearsed } from './options.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { say, seconds } from '../fixture/waiting.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SERVICE = join('apps', 'service');
const VERSION = 'SELECT max(number) AS answer FROM schema_migrations';

/** A made-up migration of the next release, on the busiest tables. */
const NEXT_MIGRATION = `
ALTER TABLE sessions ADD COLUMN next_release TEXT;
ALTER TABLE session_events ADD COLUMN next_release TEXT NOT NULL DEFAULT '';
CREATE TABLE next_release (session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE);
CREATE INDEX sessions_by_next_release ON sessions (next_release) WHERE next_release IS NOT NULL;
`;

/** Two processes of this release serve. One of the next release joins them and migrates the database; then the others leave. */
export async function rehearseUpgrade(tools: PostgresTools, fixture: Fixture): Promise<Rehearsed> {
  const server = await DatabaseServer.make(tools, fixture.cleanup);
  const loaded = await LoadedDeployment.make(fixture, { processes: 2, databaseUrl: server.url });
  const { services } = loaded;
  const before = (await server.ask<number>(VERSION))!;
  const next = new Service({
    folder: fixture.folder,
    databaseUrl: server.url,
    masterKey: loaded.deployment.masterKey,
    ...fixture.tls,
    clockFile: join(fixture.folder, 'clock-next'),
    root: nextRelease(fixture, before + 1),
  });
  fixture.cleanup.defer(() => next.end('SIGKILL'));
  await loaded.startLoad();
  say('a process of the next release joins and migrates …');
  const began = performance.now();
  await next.start();
  const startedMs = performance.now() - began;
  services.push(next);
  await loaded.keepLoad();
  say('a process of this release restarts on the newer schema …');
  const [one] = services.splice(0, 1);
  await one!.end('SIGTERM');
  await one!.start();
  services.unshift(one!);
  await loaded.keepLoad();
  say('the processes of this release leave …');
  for (const service of services.splice(0, 2)) await service.end('SIGTERM');
  await loaded.keepLoad();
  await loaded.stopLoad();
  await loaded.timeToServe();
  await loaded.readAgain();
  const after = await server.ask<number>(VERSION);
  const { counts, totalLost } = loaded.ledger;
  return {
    rehearsed: 'this release and the next one on one database',
    holds: totalLost === 0 && counts.failed === 0 && after === before + 1,
    measured: {
      ...loaded.counts,
      'schema version before and after': `${before}, ${after}`,
      'the next release was ready, migration included, after, s': seconds(startedMs),
    },
  };
}

/** This code with one more migration. Only the service is copied; everything else is a link. */
function nextRelease(fixture: Fixture, number: number): string {
  const folder = join(fixture.folder, 'next-release');
  mkdirSync(join(folder, 'apps'), { recursive: true });
  const link = (path: string): void => symlinkSync(join(ROOT, path), join(folder, path));
  for (const name of readdirSync(ROOT)) if (name !== 'apps') link(name);
  for (const name of readdirSync(join(ROOT, 'apps'))) if (name !== 'service') link(join('apps', name));
  cpSync(join(ROOT, SERVICE), join(folder, SERVICE), { recursive: true });
  const file = `${String(number).padStart(4, '0')}-next-release.sql`;
  writeFileSync(join(folder, SERVICE, 'src', 'storage', 'postgres', 'migrations', file), NEXT_MIGRATION);
  return folder;
}
