import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServiceProcess } from '../../../../test/service-process.ts';
import { FolderTakenError, lockFolder } from '../../../storage/folder-lock.ts';

/** Two processes start in it, on a machine that may be busy. */
const TIMEOUT_MS = 120_000;

describe('authly serve on SQLite', () => {
  it(
    'has its folder alone, and SIGTERM ends it with 0 whoever is connected and whether or not anybody reads its log',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'authly-serve-'));
      const deployment = { folder, databaseUrl: undefined };
      const service = await ServiceProcess.start(deployment, { logLevel: 'debug' });
      expect(() => lockFolder(folder, 'another')).toThrow(FolderTakenError);
      await expect(ServiceProcess.start(deployment)).rejects.toThrow(
        `authly: a service runs on ${folder} already, at https://authly.test: stop it, or set AUTHLY_DATA_DIR to another folder`,
      );

      service.stopReadingTheLog();
      // More lines than the system and this process hold, and never so many at once that the service refuses some for load.
      for (let i = 0; i < 80; i++)
        await Promise.all(Array.from({ length: 25 }, () => service.get('/v1/signing-keys', {})));
      // Only now, and listened to at once: a service cuts off who says nothing for some seconds.
      const closed = once(await service.silentConnection(), 'close');
      expect(await service.end('SIGTERM')).toBe(0);
      await closed;
      lockFolder(folder, 'the next')[Symbol.dispose]();
      rmSync(folder, { recursive: true });
    },
    TIMEOUT_MS,
  );
});
