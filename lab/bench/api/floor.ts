import { spawn } from 'node:child_process';
import { supervise } from '../../../apps/service/test/spawn-service.ts';
import { addClients, type BenchClient, type Fixture, type Server } from '../fixture.ts';

/** Environment variables of the floor's process. */
export interface FloorSettings {
  readonly folder: string;
  readonly databaseUrl?: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** The bare routes, in a separate process with a separate store. */
export async function startFloor(fixture: Fixture, clients: readonly BenchClient[]): Promise<Server> {
  const databaseUrl = await fixture.newDatabase();
  const { certFile, keyFile } = fixture.tls;
  const settings: FloorSettings = {
    folder: fixture.newFolder('floor'),
    certFile,
    keyFile,
    ...(databaseUrl && { databaseUrl }),
  };
  await addClients({ dataDir: settings.folder, databaseUrl }, clients.length);
  const script = new URL('floor-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { FLOOR: JSON.stringify(settings) },
  });
  return fixture.started(supervise(child), clients);
}
