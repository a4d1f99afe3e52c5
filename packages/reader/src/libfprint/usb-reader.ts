import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Image } from '@authly/fingerprint';
import { ReaderError, type ReaderErrorCode } from '../errors.ts';
import type { Reader } from './devices.ts';

/** `cancel` only follows `capture`. */
export type ToReaderProcess = 'list' | 'capture' | 'cancel';

export type FromReaderProcess =
  | { readonly waiting: true }
  | { readonly readers: readonly Reader[] }
  | { readonly image: Image }
  | { readonly error: ReaderErrorCode };

export interface CaptureOptions {
  readonly signal: AbortSignal;
  readonly withinMs: number;
  readonly onWaiting?: () => void;
}

export interface FingerReader {
  capture(options: CaptureOptions): Promise<Image>;
}

const LIST_WITHIN_MS = 10_000;
/** A driver that does not stop in time is killed. */
const CANCEL_WITHIN_MS = 2000;

export class UsbReader implements FingerReader {
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.#env = env;
  }

  async readers(): Promise<readonly Reader[]> {
    const child = this.#start('list');
    const timer = setTimeout(() => child.kill('SIGKILL'), LIST_WITHIN_MS);
    const last = await lastMessage(child).finally(() => clearTimeout(timer));
    if ('readers' in last) return last.readers;
    throw new ReaderError('error' in last ? last.error : 'reader_failed');
  }

  async capture({ signal, withinMs, onWaiting }: CaptureOptions): Promise<Image> {
    if (signal.aborted) throw new ReaderError('canceled');
    const child = this.#start('capture');
    let reason: 'canceled' | 'no_touch' | undefined;
    const end = (why: 'canceled' | 'no_touch'): void => {
      reason ??= why;
      if (child.connected) child.send('cancel' satisfies ToReaderProcess, () => undefined);
      timers.push(setTimeout(() => child.kill('SIGKILL'), CANCEL_WITHIN_MS));
    };
    const timers = [setTimeout(() => end('no_touch'), withinMs)];
    const onAbort = (): void => end('canceled');
    signal.addEventListener('abort', onAbort);
    try {
      const last = await lastMessage(child, onWaiting);
      if ('image' in last) return last.image;
      throw new ReaderError(reason ?? ('error' in last ? last.error : 'reader_failed'));
    } finally {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  #start(request: ToReaderProcess): ChildProcess {
    const child = fork(join(import.meta.dirname, 'reader-process.ts'), {
      env: this.#env,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      // libfprint's warnings concern driver internals and might reveal biometric data.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.send(request);
    return child;
  }
}

function lastMessage(child: ChildProcess, onWaiting?: () => void): Promise<FromReaderProcess> {
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
