import cluster from 'node:cluster';
import { startEngineThreads } from '../../capture/engine-threads.ts';
import { readConfig, type Config } from '../../config/config.ts';
import type { RunningService } from '../../start/main.ts';
import { lockFolder } from '../../storage/folder-lock.ts';
import { answerSupervisor, reportReady } from '../workers/worker.ts';
import { endOnUncaught, logNow } from '../log-now.ts';
import { notifySystemd } from '../notify-systemd.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import type { Env } from '../../config/setting-reader.ts';
import { unknownSettings } from '../../config/unknown-settings.ts';

export async function serve(env: Env, options: { workers: number }): Promise<number> {
  process.on('uncaughtException', endOnUncaught);
  // Without a listener SIGHUP would end the process. A start reads the certificate later.
  process.on('SIGHUP', () => {});
  try {
    return await serveUntilSignal(env, options);
  } catch (error) {
    const { errorView } = await import('../../operator/operator-errors.ts');
    if (errorView(error).code !== 'internal') throw error;
    return endOnUncaught(error);
  }
}

async function serveUntilSignal(env: Env, { workers }: { workers: number }): Promise<number> {
  const config = readConfig(env);
  // The supervisor has named them.
  if (!cluster.isWorker)
    for (const unknown of unknownSettings(env)) logNow(config.logLevel).warn(unknown, 'unknown setting ignored');
  const onReady = (): void => notifySystemd(env);
  if (workers === 1 || cluster.isWorker) return serveAlone(config, onReady);
  if (config.databaseUrl === undefined)
    throw new RefusedError(
      '--workers requires Postgres: only one process can write to SQLite. Set AUTHLY_DATABASE_URL',
    );
  const { serveWithWorkers } = await import('../workers/serve-with-workers.ts');
  return serveWithWorkers(config, workers, {
    next: nextSignal,
    onReady,
    onHangUp: (listener) => void process.on('SIGHUP', listener),
  });
}

async function serveAlone(config: Config, onReady: () => void): Promise<number> {
  using _folder = config.databaseUrl === undefined ? lockFolder(config.dataDir, config.baseUrl) : undefined;
  const starting = start(config);
  const reload = (service: RunningService): void => service.reloadCertificate();
  process.on('SIGHUP', () => void starting.then(reload, () => {}));
  const service = await starting;
  if (cluster.isWorker) reportReady(service.ports);
  else onReady();
  // A second signal, or Ctrl-C, skips the shutdown delay.
  if ((await nextSignal()) === 'SIGTERM')
    await Promise.race([service.reportNotReady(config.shutdownDelayMs), nextSignal()]);
  await service.close();
  // The channel to the supervisor would keep this process alive.
  if (cluster.isWorker) cluster.worker!.disconnect();
  return 0;
}

async function start(config: Config): Promise<RunningService> {
  // Another core loads the engine while this one loads the service.
  const threads = startEngineThreads(config);
  // Loaded here only: no other command needs it, nor does the supervisor.
  const { startService } = await import('../../start/main.ts');
  return startService({ config, threads, ...(cluster.isWorker && { askedBy: answerSupervisor }) });
}

const nextSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve);
  });
