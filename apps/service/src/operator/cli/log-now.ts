import { writeSync } from 'node:fs';
import { createLog, type Logger } from '../../observability/log.ts';
import type { LogLevel } from '../../config/config.ts';

/** Writes at once, for a process without a log. */
export const logNow = (level: LogLevel = 'info'): Logger =>
  createLog({ level, secretFields: [], destination: { write } });

function write(line: string): void {
  try {
    writeSync(1, line);
  } catch {
    // The output is closed.
  }
}

export function endOnUncaught(error: unknown): never {
  logNow().error({ err: error }, 'uncaught error');
  process.exit(1);
}
