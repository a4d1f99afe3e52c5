import { once } from 'node:events';
import { openSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import sonicBoom, { type SonicBoom } from 'sonic-boom';
import type { LogLevel } from '../config/config.ts';
import { createLog, type Logger } from './log.ts';

interface LogDestinationOptions {
  /** Standard output unless given. */
  readonly fd?: number;
  readonly maxWaitingBytes?: number;
}

/** Lines are written in batches: a request does not wait for its line. */
const MIN_BYTES = 2048;
const MAX_DELAY_MS = 100;
/** PIPE_BUF: the system writes this much to a pipe atomically, so lines of several processes do not mix. */
const MAX_WRITE_BYTES = 4096;
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** A log that nobody reads must not block the end of the process. */
const LAST_LINES_MS = 2000;

/** Writes lines in the background. Lines that exceed the buffer, because the disk is full or the reader slow, are dropped and counted. */
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

  /** Resolves when everything is written, or after the time limit. */
  async end(withinMs: number = LAST_LINES_MS): Promise<void> {
    process.off('exit', this.#atExit);
    const closed = once(this.#lines, 'close', { signal: AbortSignal.timeout(withinMs) });
    this.#lines.end();
    await closed.catch(() => this.#lines.destroy());
    this.#isOpen = false;
  }

  /** The process ends with an error: the buffered lines say why. After a failed write, flushing would retry forever. */
  #writeLast(): void {
    this.#isOpen = false;
    if (this.#isFailing) return;
    try {
      this.#lines.flushSync();
    } catch {
      // Nobody reads it.
    }
  }
}

/** A file that only its owner can read. */
export const logFile = (file: string): LogDestination => new LogDestination({ fd: openSync(file, 'a', 0o600) });

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
