import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServiceProcess } from '../../../test/service-process.ts';
import { lockFolder } from '../../storage/folder-lock.ts';
import { FolderTakenError } from '../../storage/port/store.ts';

/** The test starts two processes. */
const TIMEOUT_MS = 120_000;

describe('authly serve on SQLite', () => {
  it(
    'locks its folder, reloads the certificate after SIGHUP during its start, and exits with 0 on SIGTERM despite open connections and an unread log',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'authly-serve-'));
      const deployment = { folder, databaseUrl: undefined };
      const lines: string[] = [];
      const service = await ServiceProcess.start(deployment, {
        logLevel: 'debug',
        async onSpawned(pid) {
          await expect
            .poll(() => existsSync(join(folder, 'service.lock')), { interval: 5, timeout: TIMEOUT_MS })
            .toBe(true);
          process.kill(pid, 'SIGHUP');
        },
        onLine: (line) => lines.push(line),
      });
      await expect.poll(() => lines.join('')).toContain('"msg":"certificate reloaded"');
      expect(() => lockFolder(folder, 'another')).toThrow(FolderTakenError);
      await expect(ServiceProcess.start(deployment)).rejects.toThrow(
        `authly: a service runs on ${folder} already, at https://authly.test: stop it, or set AUTHLY_DATA_DIR to another folder`,
      );

      service.stopReadingTheLog();
      // More lines than the buffers hold, in requests that the service does not shed.
      for (let i = 0; i < 80; i++)
        await Promise.all(Array.from({ length: 25 }, () => service.get('/v1/signing-keys', {})));
      // Connected last: the service closes idle connections after a few seconds.
      const closed = once(await service.silentConnection(), 'close');
      expect(await service.end('SIGTERM')).toBe(0);
      await closed;
      lockFolder(folder, 'the next')[Symbol.dispose]();
      rmSync(folder, { recursive: true });
    },
    TIMEOUT_MS,
  );
});
