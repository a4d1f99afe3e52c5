import { readConfig } from '../../config.ts';
import { startService } from '../../main.ts';
import type { Cli } from '../cli-context.ts';
import type { Env } from '../store-context.ts';

export function serveCommand(cli: Cli): void {
  cli.program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT; SIGHUP reads the certificates again')
    .action(cli.forever(serve));
}

async function serve(env: Env): Promise<void> {
  const service = await startService({ config: readConfig(env), warm: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  process.on('SIGTERM', resolve);
  process.on('SIGINT', resolve);
  process.on('SIGHUP', () => service.reloadCertificates());
  await promise;
  await service.close();
}
