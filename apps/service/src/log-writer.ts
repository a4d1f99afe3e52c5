import { fstatSync, openSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** `full`: more lines waited than are kept. `failed`: the system did not take them: a full disk, a reader that is gone. */
export type DropReason = 'full' | 'failed';

interface LogWriterOptions {
  /** Where lines go: standard output, unless told otherwise. */
  readonly fd?: number;
  readonly maxWaitingChars?: number;
  /** Other processes write to the same reader: no line of theirs may come into one of ours. */
  readonly isShared?: boolean;
}

const STDOUT = 1;
/** Several lines at a time, unless they are rare: a request does not wait for its line. */
const ENOUGH_CHARS = 32_768;
const MAX_DELAY_MS = 100;
/** Lines of a few seconds under load. What comes on top of it is dropped and counted: a log must not fill the memory. */
const MAX_WAITING_CHARS = 4 * 1024 * 1024;
/** How long the end of the process waits for a reader. */
const LAST_WORD_MS = 2000;

/** Writes lines and never holds up who writes them, whatever becomes of the disk or the reader they go to. */
export class LogWriter {
  /** Told of lines that were lost. */
  onDropped: (lines: number, reason: DropReason) => void = () => {};
  readonly #fd: number;
  readonly #maxWaitingChars: number;
  readonly #isShared: boolean;
  /** Made with the first line: a log that is silent touches nothing. */
  #send: Send | undefined;
  #waiting: string[] = [];
  /** Of what waits and of what is being written. */
  #chars = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Until then lines are gathered. One that comes after a silence is written at once: who waits for it, such as for `ready`, has it. */
  #nextAt = 0;
  #writing: Promise<void> | undefined;
  readonly #atExit = (): void => this.#writeLast();

  constructor({ fd = STDOUT, maxWaitingChars = MAX_WAITING_CHARS, isShared = false }: LogWriterOptions = {}) {
    this.#fd = fd;
    this.#maxWaitingChars = maxWaitingChars;
    this.#isShared = isShared;
  }

  write(line: string): void {
    if (this.#chars + line.length > this.#maxWaitingChars) return this.onDropped(1, 'full');
    this.#opened();
    this.#waiting.push(line);
    this.#chars += line.length;
    this.#goOn();
  }

  /** When everything is written, or nobody has taken it for a while: a reader that stands still must not keep a process alive. */
  async end(withinMs: number = LAST_WORD_MS): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    await Promise.race([this.#written(), late]);
    clearTimeout(timer);
    process.off('exit', this.#atExit);
  }

  async #written(): Promise<void> {
    while (this.#chars > 0) {
      this.#begin();
      await this.#writing;
    }
  }

  /** One write at a time: lines keep their order, and a disk that stands still holds one thread of the system's, not all. */
  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing !== undefined || this.#waiting.length === 0) return;
    this.#nextAt = performance.now() + MAX_DELAY_MS;
    const lines = this.#waiting;
    this.#waiting = [];
    const text = lines.join('');
    this.#writing = this.#opened()(Buffer.from(text))
      .catch(() => this.onDropped(lines.length, 'failed'))
      .finally(() => {
        this.#writing = undefined;
        this.#chars -= text.length;
        this.#goOn();
      });
  }

  #goOn(): void {
    if (this.#chars >= ENOUGH_CHARS) this.#begin();
    else if (this.#chars > 0)
      this.#timer ??= setTimeout(() => this.#begin(), Math.max(0, this.#nextAt - performance.now())).unref();
  }

  #opened(): Send {
    if (this.#send !== undefined) return this.#send;
    process.on('exit', this.#atExit);
    const kind = fstatSync(this.#fd);
    if (!kind.isFIFO() && !kind.isSocket()) return (this.#send = toFile(this.#fd));
    const send = toReader(this.#fd);
    return (this.#send = this.#isShared ? inWholePieces(send) : send);
  }

  /** The process ends by an error: what waits is what tells why. */
  #writeLast(): void {
    if (this.#writing !== undefined || this.#waiting.length === 0) return;
    try {
      writeSync(this.#fd, this.#waiting.join(''));
    } catch {
      // Nobody is left to be told.
    }
  }
}

type Send = (bytes: Buffer) => Promise<void>;

/** A file that only its owner reads. */
export const logFile = (file: string): LogWriter => new LogWriter({ fd: openSync(file, 'a', 0o600) });

/** A pipe or a socket is written when it has room: written as a file, or as `process.stdout`, it would hold up a thread while its reader stands still. */
function toReader(fd: number): Send {
  const reader = new Socket({ fd, readable: false, writable: true });
  // Each write is told by itself.
  reader.on('error', () => {});
  return (bytes) =>
    new Promise((resolve, reject) => {
      reader.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
}

/** What the system writes to a pipe in one piece, whoever else writes to it. */
const ATOMIC_BYTES = 4096;
const LINE_FEED = 10;

function inWholePieces(send: Send): Send {
  return async (bytes) => {
    for (let from = 0; from < bytes.length; ) {
      const last =
        bytes.length - from <= ATOMIC_BYTES ? bytes.length - 1 : bytes.lastIndexOf(LINE_FEED, from + ATOMIC_BYTES - 1);
      // A line that is longer than a piece is sent as it is.
      const end = last >= from ? last + 1 : bytes.indexOf(LINE_FEED, from) + 1 || bytes.length;
      await send(bytes.subarray(from, end));
      from = end;
    }
  };
}

function toFile(fd: number): Send {
  /** The last write broke off in the middle of a line: the next one must not go on in it. */
  let isTorn = false;
  return async (lines) => {
    const bytes = isTorn ? Buffer.concat([Buffer.from('\n'), lines]) : lines;
    let done = 0;
    try {
      while (done < bytes.length) done += await writeSome(fd, bytes.subarray(done));
      isTorn = false;
    } catch (error) {
      isTorn ||= done > 0;
      throw error;
    }
  };
}

const writeSome = (fd: number, bytes: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    write(fd, bytes, (error, written) => (error ? reject(error) : resolve(written)));
  });
