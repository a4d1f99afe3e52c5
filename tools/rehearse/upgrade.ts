import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from '../chaos/deployment.ts';
import type { Fixture } from '../chaos/fixture.ts';
import { Ledger } from '../chaos/ledger.ts';
import { Load } from '../chaos/load.ts';
import { lookAgain, timeToServe } from '../chaos/look-again.ts';
import { freshToken } from '../chaos/merchant.ts';
import { Service } from '../chaos/service.ts';
import { generator } from '../random.ts';
import { DatabaseServer } from './database-server.ts';
import { addMerchantWith, checkOut, commitBeforeMigration } from './old-release.ts';
import type { Rehearsed } from './options.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { say, seconds, within } from './waiting.ts';

const TITLE = 'the release before and this one on one database';
const LOAD_MS = 3000;
const VERSION = 'SELECT max(number) AS answer FROM schema_migrations';

/** Two processes of the release before serve. One of this release joins them and migrates the database; then the others leave. */
export async function rehearseUpgrade(
  tools: PostgresTools,
  fixture: Fixture,
  from: string | undefined,
): Promise<Rehearsed> {
  const commit = from ?? commitBeforeMigration();
  if (commit === undefined)
    return {
      rehearsed: TITLE,
      holds: true,
      measured: { 'not run': 'no history here; name a commit: --from <commit>' },
    };
  const code = join(fixture.folder, 'release-before');
  say(`the release before is ${commit.slice(0, 12)} …`);
  checkOut(commit, code);
  const server = await DatabaseServer.make(tools, fixture.cleanup);
  const masterKey = randomBytes(32).toString('base64');
  const folder = join(fixture.folder, 'upgrade');
  mkdirSync(folder, { mode: 0o700 });
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, fixture.tls.ca);
  const env = { AUTHLY_ENV: 'test', AUTHLY_DATA_DIR: folder, AUTHLY_DATABASE_URL: server.url };
  const client = await addMerchantWith(code, env, { url: fixture.bioUrl, caFile });
  const setup = { folder, databaseUrl: server.url, masterKey, ...fixture.tls };
  const process_ = (name: string, root?: string): Service => {
    const service = new Service({ ...setup, clockFile: join(fixture.folder, `clock-${name}`), root });
    fixture.cleanup.defer(() => service.end('SIGKILL'));
    return service;
  };
  const [one, two, next] = [process_('one', code), process_('two', code), process_('next')];
  for (const service of [one, two]) await service.start();
  const services = [one, two];
  const withStore: Deployment['withStore'] = () => Promise.reject(new Error('not while two releases share it'));
  const deployment: Deployment = { name: 'Postgres', services, client, masterKey, withStore };
  const [ledger, token] = [new Ledger(), await freshToken(deployment)];
  const before = await server.ask<number>(VERSION);
  const load = new Load({ deployment, ledger, token, random: generator(3) });
  await pause(LOAD_MS);
  say('a process of this release joins and migrates …');
  const began = performance.now();
  await next.start();
  const startedMs = performance.now() - began;
  services.push(next);
  await pause(LOAD_MS);
  say('the processes of the release before restart, and leave …');
  const restarted = await restart(one, services);
  await pause(LOAD_MS);
  for (const service of [one, two]) {
    services.splice(services.indexOf(service), services.includes(service) ? 1 : 0);
    await service.end('SIGTERM');
  }
  await pause(LOAD_MS);
  await within('the load to end', load.stop());
  await timeToServe(deployment, token);
  await lookAgain(ledger.takeRound(), token, ledger);
  const { sessions, cancels, outcomes, refused, failed } = ledger.counts;
  return {
    rehearsed: TITLE,
    holds: ledger.totalLost === 0 && failed === 0,
    measured: {
      'the release before': commit.slice(0, 12),
      'schema version before and after': `${before}, ${await server.ask<number>(VERSION)}`,
      'this release was ready, migration included, after, s': seconds(startedMs),
      'acknowledged sessions, cancels, outcomes': `${sessions}, ${cancels}, ${outcomes}`,
      'of them lost': ledger.totalLost,
      'refused (503), other 5xx': `${refused}, ${failed}`,
      'a process of the release before that restarts': restarted,
    },
  };
}

/** One of the release before goes, and comes back to a database that is newer than it. */
async function restart(service: Service, services: Service[]): Promise<string> {
  services.splice(services.indexOf(service), 1);
  await service.end('SIGTERM');
  try {
    await service.start();
    services.unshift(service);
    return 'serves again';
  } catch (error) {
    return /does not know/.test(String(error))
      ? 'is refused: that release does not accept newer schemas'
      : String(error);
  }
}
