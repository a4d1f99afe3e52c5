import type { Clock } from '../runtime/clock.ts';
import type { Logger } from './log.ts';

const EVERY_MS = 1000;

interface CalmLogOptions {
  readonly isOutage: (error: unknown) => error is Error;
  readonly clock: Clock;
}

/** During an outage logs one line per second, without a stack, with the number of omitted lines. Metrics count all. */
export function calmLog(log: Logger, { isOutage, clock }: CalmLogOptions): Logger {
  let quietUntil = -Infinity;
  let leftOut = 0;
  const calm =
    (level: 'warn' | 'error') =>
    (fields: unknown, message?: string): void => {
      const { err, ...rest } = (typeof fields === 'object' ? fields : {}) as { err?: unknown };
      if (!isOutage(err)) return log[level](fields, message);
      if (clock.elapsed() < quietUntil) return void leftOut++;
      quietUntil = clock.elapsed() + EVERY_MS;
      log.error({ ...rest, reason: err.message, during: message, left_out: leftOut }, 'database unavailable');
      leftOut = 0;
    };
  return {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    warn: calm('warn'),
    error: calm('error'),
  };
}
