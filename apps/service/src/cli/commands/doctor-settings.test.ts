import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import { runAuthly } from '../../../test/cli-run.ts';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import { IS_QUICK } from '../../../../../test/kind.ts';
import { loopbackCertificates } from '../../../test/loopback-certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'authly-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

async function doctor(env: Record<string, string>): Promise<Finding[]> {
  const { out } = await runAuthly(['doctor', '--json'], { AUTHLY_ENV: 'test', AUTHLY_DATA_DIR: folder, ...env });
  return (JSON.parse(out) as { findings: Finding[] }).findings;
}
const onDatabase = async (AUTHLY_DATABASE_URL: string, more: Record<string, string> = {}): Promise<Finding[]> =>
  (await doctor({ AUTHLY_DATABASE_URL, ...more })).filter(
    ({ check }) => check === 'database' || check === 'environment',
  );

it('reports an unreachable database and no environment', async () => {
  expect(await onDatabase('postgres://a:b@127.0.0.1:1/c')).toEqual([
    { check: 'database', ok: false, detail: expect.stringContaining('the database cannot be reached (') as string },
  ]);
});

it('suggests sslrootcert= for a private CA and names a CA file that is missing', async () => {
  const { certFile, keyFile } = await loopbackCertificates(folder);
  const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile), isServer: true };
  // Postgres accepts a request for TLS in this way.
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('S');
        new TLSSocket(socket, tls).on('error', () => {});
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/c?sslmode=verify-full`;
  expect(await onDatabase(url)).toEqual([
    { check: 'database', ok: false, detail: expect.stringContaining('add sslrootcert=/path/to/ca.pem') as string },
  ]);
  const missing = join(folder, 'nowhere.pem');
  expect(await onDatabase(`${url}&sslrootcert=${missing}`)).toEqual([
    { check: 'database', ok: false, detail: expect.stringMatching(`cannot be read: ${missing}$`) as string },
  ]);
  server.close();
});

it.skipIf(IS_QUICK)('reports the kind of connection and whether notifications arrive', async () => {
  const [database, another] = [await migratedDatabase(), await migratedDatabase()];
  expect(await onDatabase(database.url)).toContainEqual({
    check: 'database',
    ok: true,
    detail: expect.stringMatching(/^Postgres \d+\.\d+, direct connection; notifications arrive/) as string,
  });
  // Notifications do not reach another database.
  expect(await onDatabase(database.url, { AUTHLY_DATABASE_LISTEN_URL: another.url })).toContainEqual({
    check: 'database',
    ok: false,
    detail: expect.stringContaining('notifications do not arrive over AUTHLY_DATABASE_LISTEN_URL') as string,
  });
  await database.drop();
  await another.drop();
});

it('names an unknown variable', async () => {
  expect(await doctor({ AUTHLY_PROT: '1' })).toContainEqual({
    check: 'settings',
    ok: false,
    detail: 'not a setting, and ignored: AUTHLY_PROT (did you mean AUTHLY_PORT?)',
  });
});

it('in production reports settings that `serve` rejects: a remote database without verified TLS', async () => {
  const { certFile, keyFile } = await loopbackCertificates(folder);
  const settings = await doctor({
    AUTHLY_ENV: 'production',
    AUTHLY_BASE_URL: 'https://127.0.0.1:8443',
    AUTHLY_APP_URL: 'https://127.0.0.1:8443/app/',
    AUTHLY_MASTER_KEY: randomBytes(32).toString('base64'),
    AUTHLY_TLS_CERT_FILE: certFile,
    AUTHLY_TLS_KEY_FILE: keyFile,
    // An address for documentation: no server responds.
    AUTHLY_DATABASE_URL: 'postgres://a:b@[2001:db8::1]/c?connect_timeout=1',
  });
  expect(settings.find(({ check }) => check === 'settings')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('without verified TLS: add sslmode=verify-full') as string,
  });
});
