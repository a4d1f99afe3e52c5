import { once } from 'node:events';
import { openSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import sonicBoom, { type SonicBoom } from 'sonic-boom';
import { attempted } from '../runtime/attempted.ts';
import type { LogLevel } from '../config/config.ts';
import { createLog, type Logger } from './log.ts';

interface LogDestinationOptions {
  readonly fd?: number;
  readonly maxWaitingBytes?: number;
}

const MIN_BYTES = 2048;
const MAX_DELAY_MS = 100;
/** PIPE_BUF: larger writes of several processes to one pipe could mix. */
const MAX_WRITE_BYTES = 4096;
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** A blocked log must not prevent the end of the process. */
const LAST_LINES_MS = 2000;

/** Writes lines in the background. If the buffer is full, lines are dropped and counted. */
export class LogDestination {
  onDropped: (lines: number) => void = () => {};
  readonly #lines: SonicBoom;
  #isOpen = true;
  #isFailing = false;
  readonly #atExit = (): void => this.#writeLast();

  /** `process.stdout.fd` instead of 1: Node makes a pipe non-blocking when it opens the stream. */
  constructor({ fd = process.stdout.fd, maxWaitingBytes = MAX_WAITING_BYTES }: LogDestinationOptions = {}) {
    this.#lines = new sonicBoom.SonicBoom({
      fd,
      sync: false,
      minLength: MIN_BYTES,
      maxLength: maxWaitingBytes,
      maxWrite: MAX_WRITE_BYTES,
      periodicFlush: MAX_DELAY_MS,
      retryEAGAIN: () => this.#isOpen,
    });
    this.#lines.on('drop', () => this.onDropped(1));
    // Unwritten lines stay in the buffer for the next flush.
    this.#lines.on('error', () => (this.#isFailing = true));
    this.#lines.on('write', () => (this.#isFailing = false));
    process.on('exit', this.#atExit);
  }

  write(line: string): void {
    if (this.#isOpen) this.#lines.write(line);
  }

  async end(withinMs: number = LAST_LINES_MS): Promise<void> {
    process.off('exit', this.#atExit);
    const closed = once(this.#lines, 'close', { signal: AbortSignal.timeout(withinMs) });
    this.#lines.end();
    await closed.catch(() => this.#lines.destroy());
    this.#isOpen = false;
  }

  /** Writes the buffered lines at a crash. After a failed write, a flush would retry forever. */
  #writeLast(): void {
    this.#isOpen = false;
    // The reader may be gone.
    if (!this.#isFailing) attempted(() => this.#lines.flushSync());
  }
}

export const logFile = (file: string): LogDestination => new LogDestination({ fd: openSync(file, 'a', 0o600) });

interface OpenLogOptions {
  readonly level: LogLevel;
  readonly secretFields: readonly string[];
  readonly logTo: DestinationStream | undefined;
  readonly onDropped: LogDestination['onDropped'];
}

/** Closed last, so that every part can log until the end. */
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
