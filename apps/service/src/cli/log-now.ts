import { writeSync } from 'node:fs';
import { createLog, type Logger } from '../observability/log.ts';
import { attempted } from '../runtime/attempted.ts';
import type { LogLevel } from '../config/config.ts';

/** Writes at once, for a process without a log. */
export const logNow = (level: LogLevel = 'info'): Logger =>
  createLog({ level, secretFields: [], destination: { write } });

/** The output may be closed. */
const write = (line: string): void => void attempted(() => writeSync(1, line));

export function endOnUncaught(error: unknown): never {
  logNow().error({ err: error }, 'uncaught error');
  process.exit(1);
}
