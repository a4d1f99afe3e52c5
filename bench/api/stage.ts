import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentCertificates } from '../../apps/service/src/tls/development-certificates.ts';
import { createDatabase, startPostgres } from '../../test/postgres-server.ts';
import { oidcTokens, prepareCalls } from './calls.ts';
import { LoadGenerator } from './load.ts';
import type { Bench, Others } from './measure.ts';
import { startTarget, type TargetKind } from './target.ts';

export const STORES = ['sqlite', 'postgres'] as const;
export type StoreKind = (typeof STORES)[number];

const MERCHANT_ID = 'm_bench';

/** Runs work with a service and a floor that stand on stores of their own, and with oidc-provider, and clears everything away. */
export async function withServers<T>(
  store: StoreKind,
  connections: number,
  work: (service: Bench, others: Others) => Promise<T>,
): Promise<T> {
  await using cleanup = new AsyncDisposableStack();
  const { open, start } = await stage(store, connections, cleanup);
  const service = await open('service');
  const floor = await open('floor');
  return await work(service, { floor, oidc: { ...(await start('oidc')), token: oidcTokens() } });
}

/** The same with a service alone, and the CA of its certificate. */
export async function withService<T>(
  store: StoreKind,
  connections: number,
  work: (service: Bench, ca: string) => Promise<T>,
): Promise<T> {
  await using cleanup = new AsyncDisposableStack();
  const { open, ca } = await stage(store, connections, cleanup);
  return await work(await open('service'), ca);
}

interface Stage {
  readonly ca: string;
  readonly open: (kind: 'service' | 'floor') => Promise<Bench>;
  /** A server alone, nothing asked of it yet. */
  readonly start: (kind: TargetKind) => Promise<Omit<Bench, 'calls'>>;
}

async function stage(store: StoreKind, connections: number, cleanup: AsyncDisposableStack): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'authly-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { caFile, certFile, keyFile } = await developmentCertificates(folder, ['localhost', '127.0.0.1'], new Date());
  const ca = readFileSync(caFile, 'utf8');
  const newDatabase = store === 'postgres' ? await postgresServer(cleanup) : async () => undefined;

  async function start(kind: TargetKind): Promise<Omit<Bench, 'calls'>> {
    const own = join(folder, kind);
    mkdirSync(own);
    const log = openSync(join(own, 'log'), 'a');
    cleanup.defer(() => closeSync(log));
    const target = await startTarget(
      kind,
      {
        folder: own,
        databaseUrl: kind === 'oidc' ? undefined : await newDatabase(),
        certFile,
        keyFile,
        merchantId: MERCHANT_ID,
      },
      log,
    );
    cleanup.defer(() => target.stop());
    const load = new LoadGenerator({ port: target.port, ca, connections });
    cleanup.defer(() => load.close());
    return { target, load };
  }

  async function open(kind: 'service' | 'floor'): Promise<Bench> {
    const { target, load } = await start(kind);
    return { target, load, calls: await prepareCalls(target, load, MERCHANT_ID) };
  }

  return { ca, open, start };
}

/** Durable: a commit waits for the disk, as in production. */
async function postgresServer(cleanup: AsyncDisposableStack): Promise<() => Promise<string>> {
  const server = await startPostgres({ durable: true });
  cleanup.defer(() => server.remove());
  return async () => (await createDatabase(server.url)).url;
}
