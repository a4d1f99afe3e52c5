import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import { IS_QUICK } from '../../../../../test/kind.ts';
import { ServiceProcess } from '../../../test/service-process.ts';

/** The test starts several processes. */
const TIMEOUT_MS = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'authly-workers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(IS_QUICK)('authly serve --workers 2 on Postgres', () => {
  it(
    'workers share the port and the metrics; a stopped worker leaves the host ready; a killed worker is replaced, also during a reload; SIGTERM ends all with 0',
    async () => {
      await using ends = new AsyncDisposableStack();
      const database = await migratedDatabase();
      ends.defer(() => database.drop());
      const lines: string[] = [];
      const service = await ServiceProcess.start(
        { folder, databaseUrl: database.url },
        { workers: 2, onLine: (line) => lines.push(line) },
      );
      const workers = (): number[] => childrenOf(service.pid);
      const said = (message: string): number => lines.filter((line) => line.includes(`"msg":"${message}"`)).length;
      expect(workers()).toHaveLength(2);
      const before = workers();

      // Each connection goes to the next worker.
      for (let i = 0; i < 6; i++)
        expect((await service.get('/v1/signing-keys', { connection: 'close' })).status).toBe(200);
      const counted = async (): Promise<number[]> => {
        const { text: body } = await service.ops('/metrics');
        const counts = body.matchAll(
          /^authly_http_request_duration_seconds_count\{route="\/v1\/signing-keys".*\} (\d+)$/gm,
        );
        return [...counts].map(([, count]) => Number(count));
      };
      // A busy worker may answer too late for one scrape.
      await expect.poll(counted).toEqual([6]);
      expect((await service.ops('/metrics')).text).toMatch(/authly_info\{.*\} 1\n/);
      await expect.poll(() => service.ops('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' });
      process.kill(before[0]!, 'SIGSTOP');
      try {
        await expect.poll(() => service.ops('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' });
      } finally {
        process.kill(before[0]!, 'SIGCONT');
      }

      const certFile = join(folder, 'tls-cert.pem');
      const good = readFileSync(certFile);
      writeFileSync(certFile, 'garbage');
      process.kill(service.pid, 'SIGHUP');
      await expect.poll(() => said('certificate not reloaded')).toBe(2);
      writeFileSync(certFile, good);
      process.kill(service.pid, 'SIGHUP');
      await expect.poll(() => said('certificate reloaded')).toBe(2);
      expect(workers()).toEqual(before);
      expect((await service.get('/v1/signing-keys', { connection: 'close' })).status).toBe(200);

      await expect.poll(counted).toEqual([7]);
      process.kill(before[0]!, 'SIGKILL');
      await expect.poll(() => said('worker ended unexpectedly')).toBe(1);
      expect(await counted()).toEqual([7]);
      const after = (await service.ops('/metrics')).text;
      expect(after).toMatch(/^authly_workers_lost_total 1$/m);
      expect(after).toMatch(/^process_start_time_seconds \d+$/m);
      expect((await service.get('/v1/signing-keys', { connection: 'close' })).status).toBe(200);
      await expect.poll(() => workers().length).toBe(2);
      const replaced = workers();
      process.kill(service.pid, 'SIGHUP');
      await expect.poll(() => said('certificate reloaded')).toBe(4);
      expect(workers()).toEqual(replaced);
      expect(replaced).toContain(before[1]);

      expect(await service.end('SIGTERM')).toBe(0);
      expect(before.map(isAlive)).toEqual([false, false]);
      // The log may be read after the exit.
      await expect.poll(() => said('stopped')).toBe(3);
    },
    TIMEOUT_MS,
  );
});

/** Child processes of a process. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
