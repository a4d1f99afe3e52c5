import { writeSync } from 'node:fs';
import { startEngineThreads } from '../../capture/engine-threads.ts';
import { readConfig, type Config, type LogLevel } from '../../config/config.ts';
import { createLog, type Logger } from '../../observability/log.ts';
import { attempted } from '../../runtime/attempted.ts';
import type { RunningService } from '../../start/main.ts';
import { lockFolder } from '../../storage/folder-lock.ts';
import { hasKeys } from '../../storage/open-store.ts';
import { SchemaError } from '../../storage/port/store.ts';
import { notifySystemd } from '../notify-systemd.ts';
import type { Env } from '../../config/setting-reader.ts';
import { unknownSettings } from '../../config/unknown-settings.ts';

export async function serve(env: Env): Promise<number> {
  process.on('uncaughtException', endOnUncaught);
  // Without a listener SIGHUP would end the process. A start reads the certificate later.
  process.on('SIGHUP', () => {});
  try {
    return await serveUntilSignal(env);
  } catch (error) {
    const { errorView } = await import('../../operator/row/operator-errors.ts');
    if (errorView(error).code !== 'internal') throw error;
    return endOnUncaught(error);
  }
}

async function serveUntilSignal(env: Env): Promise<number> {
  const config = readConfig(env);
  for (const unknown of unknownSettings(env)) logNow(config.logLevel).warn(unknown, 'unknown setting ignored');
  if (config.environment === 'production') await requireKeys(config);
  using _folder = config.databaseUrl === undefined ? lockFolder(config.dataDir, config.baseUrl) : undefined;
  const starting = start(config);
  const reload = (service: RunningService): void => service.reloadCertificate();
  process.on('SIGHUP', () => void starting.then(reload, () => {}));
  const service = await starting;
  notifySystemd(env);
  // A second signal, or Ctrl-C, skips the shutdown delay.
  if ((await nextSignal()) === 'SIGTERM')
    await Promise.race([service.reportNotReady(config.shutdownDelayMs), nextSignal()]);
  await service.close();
  return 0;
}

/** On an empty database new keys would be made, which open no enrollment of the store that was expected there. */
async function requireKeys(config: Config): Promise<void> {
  if (await hasKeys(config)) return;
  const where = config.databaseUrl === undefined ? config.dataDir : 'the database of AUTHLY_DATABASE_URL';
  throw new SchemaError(
    'empty',
    `there is no store with keys in ${where}: run "authly migrate" for a new store, or restore the backup of the one that you had`,
  );
}

async function start(config: Config): Promise<RunningService> {
  // Another core loads the engine while this one loads the service.
  const threads = startEngineThreads(config);
  // Loaded here only: no other command needs it.
  const { startService } = await import('../../start/main.ts');
  return startService({ config, threads });
}

export const nextSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve);
  });

/** Writes at once, for a process without a log. */
const logNow = (level: LogLevel = 'info'): Logger => createLog({ level, secretFields: [], destination: { write } });

/** The output may be closed. */
const write = (line: string): void => void attempted(() => writeSync(1, line));

function endOnUncaught(error: unknown): never {
  logNow().error({ err: error }, 'uncaught error');
  process.exit(1);
}
