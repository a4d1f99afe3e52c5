import { writeSync } from 'node:fs';
import { createLog, type Logger } from '../../observability/log.ts';
import type { LogLevel } from '../../config/config.ts';

/** For lines of a process that has no log yet, or none any more: written at once. */
export const logNow = (level: LogLevel = 'info'): Logger =>
  createLog({ level, secretFields: [], destination: { write } });

function write(line: string): void {
  try {
    writeSync(1, line);
  } catch {
    // Nobody reads it.
  }
}

/** What nobody caught ends the process with a line that the reader of the log understands. */
export function endOnUncaught(error: unknown): never {
  logNow().error({ err: error }, 'uncaught error');
  process.exit(1);
}
