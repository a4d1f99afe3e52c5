import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Image } from '@authly/fingerprint';
import { ReaderError } from '../errors.ts';
import type { FromReaderProcess, ToReaderProcess } from './messages.ts';
import type { Reader } from './devices.ts';

export interface CaptureOptions {
  readonly signal: AbortSignal;
  /** How long a touch is waited for. */
  readonly withinMs: number;
  /** The reader is open: a finger may be put on it. */
  readonly onWaiting?: () => void;
}

/** What gives images of fingers. */
export interface FingerReader {
  readers(): Promise<readonly Reader[]>;
  /** One touch. Rejects with a `ReaderError`. */
  capture(options: CaptureOptions): Promise<Image>;
}

const LIST_WITHIN_MS = 10_000;
/** A driver that does not stop when it is asked to is ended. */
const CANCEL_WITHIN_MS = 2000;

/** The readers that libfprint drives. */
export class UsbReader implements FingerReader {
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.#env = env;
  }

  async readers(): Promise<readonly Reader[]> {
    const child = this.#start('list');
    const timer = setTimeout(() => child.kill('SIGKILL'), LIST_WITHIN_MS);
    const last = await lastWord(child).finally(() => clearTimeout(timer));
    if ('readers' in last) return last.readers;
    throw new ReaderError('error' in last ? last.error : 'reader_failed');
  }

  async capture({ signal, withinMs, onWaiting }: CaptureOptions): Promise<Image> {
    if (signal.aborted) throw new ReaderError('canceled');
    const child = this.#start('capture');
    const ends = new Ends(child, signal, withinMs);
    try {
      const last = await lastWord(child, onWaiting);
      if ('image' in last) return last.image;
      throw new ReaderError(ends.reason ?? ('error' in last ? last.error : 'reader_failed'));
    } finally {
      ends.forget();
    }
  }

  #start(request: ToReaderProcess): ChildProcess {
    const child = fork(join(import.meta.dirname, 'reader-process.ts'), {
      env: this.#env,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      // libfprint's own warnings are about a driver's inside, and may be about a finger.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.send(request);
    return child;
  }
}

/** Ends a capture that nobody wants any more, or that nobody touched the reader for. */
class Ends {
  reason: 'canceled' | 'no_touch' | undefined;
  readonly #child: ChildProcess;
  readonly #signal: AbortSignal;
  readonly #timers: NodeJS.Timeout[];

  constructor(child: ChildProcess, signal: AbortSignal, withinMs: number) {
    this.#child = child;
    this.#signal = signal;
    this.#timers = [setTimeout(() => this.#end('no_touch'), withinMs)];
    signal.addEventListener('abort', this.#onAbort);
  }

  forget(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (): void => this.#end('canceled');

  #end(reason: 'canceled' | 'no_touch'): void {
    this.reason ??= reason;
    if (this.#child.connected) this.#child.send('cancel' satisfies ToReaderProcess, () => undefined);
    this.#timers.push(setTimeout(() => this.#child.kill('SIGKILL'), CANCEL_WITHIN_MS));
  }
}

/** What a process says last, once it has ended. */
function lastWord(child: ChildProcess, onWaiting?: () => void): Promise<FromReaderProcess> {
  return new Promise((resolve) => {
    let last: FromReaderProcess = { error: 'reader_failed' };
    child.on('message', (message: FromReaderProcess) => {
      if ('waiting' in message) onWaiting?.();
      else last = message;
    });
    child.on('error', () => resolve(last));
    child.on('close', () => resolve(last));
  });
}
