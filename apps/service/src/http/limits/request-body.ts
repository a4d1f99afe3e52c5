import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@authly/contract/limits';
import { ApiError } from '../api-error.ts';
import type { Shares } from '../../config/shares.ts';
import { muchFollows } from './unread-body.ts';

export interface BodyOptions {
  readonly maxBytes: number;
  readonly memory: Shares;
  readonly holder: string;
}

/** Small bodies need no share of the memory, so they are never rejected. */
const FREE_BYTES = LIMITS.pageBodyBytes;
/** One megabyte in chunks of 256 bytes. A short chunk costs as much as a long one. */
const MAX_CHUNKS = 4096;
const NOTHING = Buffer.alloc(0);

/** Read when a step needs it, usually after authentication, so that unauthenticated bodies are not kept. */
export class RequestBody {
  readonly #message: IncomingMessage;
  readonly #options: BodyOptions;
  #held = 0;
  #taken: Promise<number> | undefined;
  #kept: Buffer = NOTHING;

  constructor(message: IncomingMessage, options: BodyOptions) {
    this.#message = message;
    this.#options = options;
  }

  /** 413 `payload_too_large` if it is too long, 503 `unavailable` if there is no memory for it. */
  async read(): Promise<Uint8Array> {
    const length = await (this.#taken ??= this.#take((chunk, at) => this.#keep(chunk, at)));
    return this.#kept.subarray(0, length);
  }

  /** 413 for an unread body without Content-Length: its bytes are counted and dropped. */
  async measure(): Promise<void> {
    if (this.#taken !== undefined || this.#message.headers['transfer-encoding'] === undefined) return;
    await (this.#taken = this.#take(() => {}));
  }

  wipe(): void {
    this.#kept.fill(0);
  }

  /** Call it after the response is made. */
  release(): void {
    if (this.#held === 0) return;
    this.#options.memory.give(this.#options.holder, this.#held);
    this.#held = 0;
  }

  #take(each: (chunk: Buffer, at: number) => void): Promise<number> {
    const message = this.#message;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    let length = 0;
    let chunks = 0;
    const onData = (chunk: Buffer): void => {
      try {
        if (length + chunk.length > this.#options.maxBytes) throw new ApiError('payload_too_large');
        if (++chunks > MAX_CHUNKS) throw new ApiError('invalid_request', 'The body comes in too many chunks.');
        each(chunk, length);
        length += chunk.length;
      } catch (error) {
        settle(() => reject(error));
      }
    };
    const onEnd = (): void => settle(() => resolve(length));
    const onBreak = (): void => settle(() => reject(new ApiError('invalid_request', 'The body broke off.')));
    const settle = (tell: () => void): void => {
      message.off('data', onData).off('end', onEnd).off('close', onBreak);
      // The rest of a short body is dropped, so that the connection can carry the next request.
      if (muchFollows(message)) message.pause();
      else message.resume();
      tell();
    };
    message.on('error', () => {});
    if (message.destroyed) onBreak();
    else message.on('data', onData).on('end', onEnd).on('close', onBreak);
    return promise;
  }

  /** Copies chunks into one buffer, so that small chunks cost no extra memory. Overwrites the chunk, which may contain features or a secret. */
  #keep(chunk: Buffer, at: number): void {
    const needed = at + chunk.length;
    if (needed > this.#kept.length) this.#grow(Math.max(needed, FREE_BYTES, 2 * this.#kept.length));
    chunk.copy(this.#kept, at);
    chunk.fill(0);
  }

  #grow(wanted: number): void {
    const bytes = Math.min(wanted, this.#options.maxBytes);
    const missing = bytes - FREE_BYTES - this.#held;
    if (missing > 0) {
      if (this.#options.memory.take(this.#options.holder, missing) !== 'taken')
        throw new ApiError('unavailable', undefined, { 'Retry-After': '1' });
      this.#held += missing;
    }
    const grown = Buffer.allocUnsafeSlow(bytes);
    this.#kept.copy(grown);
    this.wipe();
    this.#kept = grown;
  }
}
