import cluster from 'node:cluster';
import type { DestinationStream } from 'pino';
import { createLog, type Logger, type LogLevel } from './log.ts';
import { LogWriter } from './log-writer.ts';

interface OpenLogOptions {
  readonly level: LogLevel;
  readonly secretFields: readonly string[];
  /** Absent: standard output. */
  readonly logTo: DestinationStream | undefined;
  /** Told of lines that were lost. */
  readonly onDropped: LogWriter['onDropped'];
}

/** The log of a running service. Closed last: everything may still have something to say. */
export function openLog(
  { level, secretFields, logTo = new LogWriter({ isShared: cluster.isWorker }), onDropped }: OpenLogOptions,
  opened: AsyncDisposableStack,
): Logger {
  const log = createLog({ level, secretFields, destination: logTo });
  const writer = logTo instanceof LogWriter ? logTo : undefined;
  if (writer) writer.onDropped = onDropped;
  opened.defer(async () => {
    log.info('stopped');
    await writer?.end();
  });
  return log;
}
