import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

/** The first room for a body; twice as much whenever it is full. */
const FIRST_BYTES = 4096;

/**
 * What follows a request's headers, as bytes. It is read once a step asks for it: after the caller's proof wherever that stands in a
 * header, so that nothing of a stranger's body is kept.
 */
export class RequestBody {
  readonly #message: IncomingMessage;
  readonly #maxBytes: number;
  #taken: Promise<number> | undefined;
  #kept: Buffer = Buffer.alloc(0);

  constructor(message: IncomingMessage, maxBytes: number) {
    this.#message = message;
    this.#maxBytes = maxBytes;
  }

  /** All of it. 413 `payload_too_large` once it is longer than its endpoint accepts. */
  async read(): Promise<Uint8Array> {
    const length = await (this.#taken ??= this.#take((chunk, at) => this.#keep(chunk, at)));
    return this.#kept.subarray(0, length);
  }

  /** The same refusal where nobody has read it and no header tells its length: what comes is counted and let go. */
  async measure(): Promise<void> {
    if (this.#taken !== undefined || this.#message.headers['transfer-encoding'] === undefined) return;
    await (this.#taken = this.#take(() => {}));
  }

  /** Nothing of it stays in memory. */
  wipe(): void {
    this.#kept.fill(0);
  }

  #take(each: (chunk: Buffer, at: number) => void): Promise<number> {
    const message = this.#message;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    let length = 0;
    const onData = (chunk: Buffer): void => {
      if (length + chunk.length > this.#maxBytes) return settle(() => reject(new ApiError('payload_too_large')));
      each(chunk, length);
      length += chunk.length;
    };
    const onEnd = (): void => settle(() => resolve(length));
    const onBreak = (): void => settle(() => reject(new ApiError('invalid_request', 'The body broke off.')));
    const settle = (tell: () => void): void => {
      message.off('data', onData).off('end', onEnd).off('close', onBreak);
      message.pause();
      tell();
    };
    message.on('error', () => {});
    if (message.destroyed) onBreak();
    else message.on('data', onData).on('end', onEnd).on('close', onBreak);
    return promise;
  }

  /** Copied together: the smallest pieces that a sender can cut its body into cost no more memory than the body itself. */
  #keep(chunk: Buffer, at: number): void {
    const needed = at + chunk.length;
    if (needed > this.#kept.length) {
      const more = Buffer.allocUnsafeSlow(Math.min(this.#maxBytes, Math.max(needed, FIRST_BYTES, 2 * this.#kept.length)));
      this.#kept.copy(more);
      this.wipe();
      this.#kept = more;
    }
    chunk.copy(this.#kept, at);
  }
}
