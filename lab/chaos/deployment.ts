import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres, type PostgresServer } from '../../test/postgres-server.ts';
import { deploy, type Deployment, type DeploymentOptions } from '../fixture/deployment.ts';
import type { Fixture } from '../fixture/fixture.ts';
import { Network } from './network.ts';

/** Long enough for a whole session, short enough to wait for expiry. */
export const SESSION_LIFETIME_S = 12;
/** 15 s + timeout × (1 + retries). */
export const PROCESSING_ALLOWANCE_MS = 15_000 + 1000;

/** A deployment whose sessions and Bio API calls end soon. */
export const deployBrief = (fixture: Fixture, options: DeploymentOptions): Promise<Deployment> =>
  deploy(fixture, {
    hasClock: true,
    merchant: { bioTimeoutMs: 500, bioRetries: 1, sessionLifetimeS: SESSION_LIFETIME_S },
    ...options,
  });

export interface BreakableDeployment extends Deployment {
  readonly postgres?: PostgresServer;
  readonly network?: Network;
  readonly disk?: ReturnType<typeof mountSmallDisk>;
}

export async function deployOnPostgres(fixture: Fixture): Promise<BreakableDeployment> {
  const postgres = await startPostgres({ durable: true });
  fixture.cleanup.defer(() => postgres.remove());
  const network = await Network.to(Number(new URL(postgres.url).port));
  fixture.cleanup.defer(() => network.close());
  const throughNetwork = new URL(postgres.url);
  throughNetwork.port = String(network.port);
  const urls = { databaseUrl: postgres.url, servedFrom: throughNetwork.href };
  const deployed = await deployBrief(fixture, { processes: 2, ...urls });
  return { ...deployed, postgres, network };
}

/** One process on SQLite, on a small separate disk if the machine can mount one. */
export async function deployOnSqlite(fixture: Fixture): Promise<BreakableDeployment> {
  const folder = join(fixture.folder, 'sqlite');
  mkdirSync(folder, { mode: 0o700 });
  const disk = mountSmallDisk(folder);
  fixture.cleanup.defer(() => disk?.close());
  return { ...(await deployBrief(fixture, { processes: 1, folder })), disk };
}

const DISK_MB = 96;

/** Mounts a small file system over this folder. Undefined without the permission to mount. */
function mountSmallDisk(folder: string) {
  const options = ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=700`];
  if (spawnSync('mount', [...options, 'tmpfs', folder]).status !== 0) return undefined;
  const ballast = join(folder, 'ballast');
  return {
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4096']),
    empty: () => rmSync(ballast, { force: true }),
    close: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' }),
  };
}
