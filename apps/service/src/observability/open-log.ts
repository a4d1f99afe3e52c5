import type { DestinationStream } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { createLog, type Logger } from './log.ts';
import { LogDestination } from './log-destination.ts';

interface OpenLogOptions {
  readonly level: LogLevel;
  readonly secretFields: readonly string[];
  /** Absent: standard output. */
  readonly logTo: DestinationStream | undefined;
  /** Called with the number of dropped lines. */
  readonly onDropped: LogDestination['onDropped'];
}

/** The log of a running service. It is closed last, so that everything can log until the end. */
export function openLog(
  { level, secretFields, logTo = new LogDestination(), onDropped }: OpenLogOptions,
  opened: AsyncDisposableStack,
): Logger {
  const log = createLog({ level, secretFields, destination: logTo });
  const lines = logTo instanceof LogDestination ? logTo : undefined;
  if (lines) lines.onDropped = onDropped;
  opened.defer(async () => {
    log.info('stopped');
    await lines?.end();
  });
  return log;
}
