import { createServer } from 'node:http';
import { Agent, createServer as createHttpsServer } from 'node:https';
import { describe, expect, test } from 'vitest';
import { allOrSome, IS_QUICK } from '../../../../test/kind.ts';
import { checkServer, findings, MERCHANT_ID } from '../../test/check-server.ts';
import { frameworks, listen } from '../../test/framework-servers.ts';
import { createLoopbackCertificate } from '../../test/loopback-certificate.ts';
import { openMerchantDatabase } from '../../test/merchant-database.ts';
import { toNodeHandler } from '../adapters/node.ts';
import { createBioApi, memoryEnrollments, memoryNonces, type BioApi, type BioApiOptions } from '../index.ts';
import { postgresEnrollments, postgresNonces } from '../stores/postgres.ts';
import { openSqlite, sqliteEnrollments, sqliteNonces } from '../stores/sqlite.ts';
import type { VirtualClock } from '../testing/index.ts';
import { CHECKS } from './checks/index.ts';
import { selectChecks } from './run-checks.ts';

const some = (...only: string[]) => allOrSome(CHECKS, selectChecks(CHECKS, { only }));
/** Frameworks and proxies may change these. */
const ON_THE_WIRE = some('headers', 'body', 'http', 'errors', 'signature.query');
const OF_STORES = some('idempotency', 'nonce', 'user_ref');

const bioApi = (baseUrl: string, clock: VirtualClock, more: Partial<BioApiOptions> = {}): BioApi =>
  createBioApi({
    merchantId: MERCHANT_ID,
    baseUrl,
    clock,
    store: memoryEnrollments(),
    nonces: memoryNonces({ clock }),
    ...more,
  });

const onHttp = (api: BioApi, path?: string) => listen(createServer(toNodeHandler(api)), path);

const strictly = async (...[start, options]: Parameters<typeof checkServer>) =>
  findings(await checkServer(start, { strict: true, ...options }));

describe('createBioApi is green, strictly', () => {
  test.each(Object.keys(frameworks))('in memory, on %s', async (name) => {
    const checks = name === 'node:http' ? CHECKS : ON_THE_WIRE;
    const found = await strictly((keys, clock) => frameworks[name]!(bioApi(keys, clock)), { checks });
    expect(found).toEqual({});
  });

  test('over HTTPS with a private CA', async () => {
    const { ca, cert, key } = await createLoopbackCertificate();
    const found = await strictly(
      (keys, clock) => listen(createHttpsServer({ cert, key }, toNodeHandler(bioApi(keys, clock)))),
      { agent: new Agent({ ca, keepAlive: true }), checks: ON_THE_WIRE },
    );
    expect(found).toEqual({});
  });

  test('on SQLite, at the root of its host', async () => {
    const db = openSqlite(':memory:');
    const found = await strictly(
      (keys, clock) => {
        const stores = { store: sqliteEnrollments(db), nonces: sqliteNonces(db, { clock }) };
        return onHttp(bioApi(keys, clock, stores), '');
      },
      { checks: OF_STORES },
    );
    db.close();
    expect(found).toEqual({});
  });

  test.skipIf(IS_QUICK)('on Postgres', { timeout: 180_000 }, async () => {
    const { pool, close } = await openMerchantDatabase();
    const found = await strictly(
      (keys, clock) => {
        const stores = { store: postgresEnrollments(pool), nonces: postgresNonces(pool, { clock }) };
        return onHttp(bioApi(keys, clock, stores));
      },
      { checks: OF_STORES },
    );
    await close();
    expect(found).toEqual({});
  });

  test('behind a proxy that strips the prefix, with publicBasePath', async () => {
    const found = await strictly(
      (keys, clock) => {
        const handler = toNodeHandler(bioApi(keys, clock, { publicBasePath: '/public/bio' }));
        const proxied = createServer((req, res) => {
          req.url = req.url?.replace('/public/bio', '') ?? '/';
          handler(req, res);
        });
        return listen(proxied, '/public/bio');
      },
      { checks: ON_THE_WIRE },
    );
    expect(found).toEqual({});
  });
});
