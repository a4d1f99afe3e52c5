import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migratedDatabase } from '../../../../test/migrated-database.ts';
import { findFaketime, wrongClock } from '../../../../test/faketime.ts';
import { ENROLLMENTS } from '../../test/merchant-calls.ts';
import { ServiceProcess } from '../../test/service-process.ts';
import { TestService } from '../../test/running-service.ts';
import { TestClock } from '../../test/test-clock.ts';
import { openStore } from '../storage/open-store.ts';

const TIMEOUT_MS = 120_000;
const SESSIONS = 20;
const patient = { timeout: 60_000, interval: 200 };

describe('wrong clocks', () => {
  it.skipIf(findFaketime() === undefined).each(['+15m', '-20s'])(
    'a process whose clock is %s off takes itself out, and touches no session of the others, until it is right',
    async (off) => {
      const database = await migratedDatabase();
      const deployment = { folder: mkdtempSync(join(tmpdir(), 'authly-clocks-')), databaseUrl: database.url };
      const service = await TestService.start({ ...deployment, clock: new TestClock(Date.now()) });
      const client = await service.addMerchant();
      await service.stop();
      const right = await ServiceProcess.start(deployment);
      const authorization = `Bearer ${await right.token(client)}`;
      const ids = await Promise.all(
        Array.from({ length: SESSIONS }, async (_, i) => {
          const body = JSON.stringify({ merchant_id: client.merchantId, merchant_user_ref: `user-${i}` });
          const headers = { authorization, 'content-type': 'application/json' };
          return (JSON.parse((await right.post(ENROLLMENTS, headers, body)).text) as { session_id: string }).session_id;
        }),
      );

      const file = join(deployment.folder, 'faketime');
      const wrong = await ServiceProcess.start(deployment, { env: wrongClock(file, off) });
      const readiness = async () => [(await wrong.ops('/readyz')).status, (await right.ops('/readyz')).status];
      expect(await readiness()).toEqual([503, 200]);
      expect((await wrong.ops('/readyz')).text).toContain(off.startsWith('-') ? 'behind' : 'ahead of');
      expect((await wrong.once(`/v1/signing-keys`)).status).toBe(503);

      // Five sweeps of the wrong process are between two of its reports.
      const store = await openStore({
        environment: 'test',
        dataDir: deployment.folder,
        databaseUrl: deployment.databaseUrl,
      });
      const reports = async () => (await store.processes.list(0)).find(({ pid }) => pid === wrong.pid)!;
      const first = await reports();
      expect(Math.abs(first.clockAheadMs)).toBeGreaterThan(15_000);
      await expect.poll(async () => (await reports()).seenAt, patient).toBeGreaterThan(first.seenAt);
      for (const [i, id] of ids.entries()) {
        const { text } = await right.get(`/v1/sessions/${id}/result?merchant_user_ref=user-${i}`, { authorization });
        expect(JSON.parse(text)).toMatchObject({ status: 'created' });
      }

      writeFileSync(file, '+0');
      await expect.poll(readiness, patient).toEqual([200, 200]);
      expect(await wrong.end('SIGTERM')).toBe(0);
      expect((await store.processes.list(0)).map(({ pid }) => pid)).toEqual([right.pid]);
      await store.close();
      await right.end('SIGTERM');
      await database.drop();
      rmSync(deployment.folder, { recursive: true });
    },
    TIMEOUT_MS,
  );
});
