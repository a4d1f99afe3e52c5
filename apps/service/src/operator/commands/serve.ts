import { readConfig } from '../../config.ts';
import { startService } from '../../main.ts';
import { lockFolder } from '../../storage/folder-lock.ts';
import type { Cli } from '../cli-context.ts';
import type { Env } from '../store-context.ts';

export function serveCommand(cli: Cli): void {
  cli.program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT; SIGHUP reads the certificates again')
    .action(cli.forever(serve));
}

async function serve(env: Env): Promise<void> {
  const config = readConfig(env);
  // Postgres is for many; a folder is for one.
  using _folder = config.databaseUrl === undefined ? lockFolder(config.dataDir, config.baseUrl) : undefined;
  const service = await startService({ config, warm: true });
  process.on('SIGHUP', () => service.reloadCertificates());
  // A second signal does not wait for anybody to look away, nor does Ctrl-C.
  if ((await nextSignal()) === 'SIGTERM') await Promise.race([service.lookAway(config.shutdownDelayMs), nextSignal()]);
  await service.close();
}

const nextSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve);
  });
