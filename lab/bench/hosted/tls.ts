import { spawn } from 'node:child_process';
import { supervise } from '../../../apps/service/test/spawn-service.ts';
import { COLLECT_GARBAGE, type Fixture, type Server } from '../fixture.ts';

/** Environment variables of the bare server's process. */
export interface TlsSettings {
  readonly certFile: string;
  readonly keyFile: string;
}

export function startTls(fixture: Fixture): Promise<Server> {
  const { certFile, keyFile } = fixture.tls;
  const script = new URL('tls-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [...COLLECT_GARBAGE, script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { TLS: JSON.stringify({ certFile, keyFile } satisfies TlsSettings) },
  });
  return fixture.started(supervise(child), []);
}
