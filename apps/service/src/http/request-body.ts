import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';
import { FREE_BODY_BYTES } from './capacity.ts';
import type { Shares } from './shares.ts';

export interface BodyOptions {
  readonly maxBytes: number;
  /** Of all bodies in flight. */
  readonly memory: Shares;
  readonly holder: string;
}

const NOTHING = Buffer.alloc(0);
/** Of one body in one turn of the event loop: what others have sent meanwhile is heard before more of it. */
const TURN_BYTES = 65_536;

/**
 * What follows a request's headers, as bytes. It is read once a step asks for it: after the caller's proof wherever that stands in a
 * header, so that nothing of a stranger's body is kept.
 */
export class RequestBody {
  readonly #message: IncomingMessage;
  readonly #options: BodyOptions;
  /** What it has of the memory of all. */
  #held = 0;
  #taken: Promise<number> | undefined;
  #kept: Buffer = NOTHING;

  constructor(message: IncomingMessage, options: BodyOptions) {
    this.#message = message;
    this.#options = options;
  }

  /** All of it. 413 `payload_too_large` once it is longer than its endpoint accepts, 503 `unavailable` where there is no memory for it. */
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

  /** Whoever made the answer is done with it. */
  release(): void {
    if (this.#held === 0) return;
    this.#options.memory.give(this.#options.holder, this.#held);
    this.#held = 0;
  }

  #take(each: (chunk: Buffer, at: number) => void): Promise<number> {
    const message = this.#message;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    let length = 0;
    let heardBefore = 0;
    const nextTurn = (): void => {
      heardBefore = length;
      message.pause();
      setImmediate(() => message.resume());
    };
    const onData = (chunk: Buffer<ArrayBuffer>): void => {
      try {
        if (length + chunk.length > this.#options.maxBytes) throw new ApiError('payload_too_large');
        each(chunk, length);
        length += chunk.length;
        letGo(chunk);
        if (length - heardBefore >= TURN_BYTES) nextTurn();
      } catch (error) {
        settle(() => reject(error));
      }
    };
    const onEnd = (): void => settle(() => resolve(length));
    const onBreak = (): void => settle(() => reject(new ApiError('invalid_request', 'The body broke off.')));
    const settle = (tell: () => void): void => {
      // What still comes is let go, or the next request on this connection would never be heard.
      message.off('data', onData).off('end', onEnd).off('close', onBreak).resume();
      tell();
    };
    message.on('error', () => {});
    if (message.destroyed) onBreak();
    else message.on('data', onData).on('end', onEnd).on('close', onBreak);
    return promise;
  }

  /**
   * Copied together: the smallest pieces that a sender can cut its body into cost no more memory than the body itself. A piece may hold
   * features, their key or a secret: it is overwritten.
   */
  #keep(chunk: Buffer, at: number): void {
    const needed = at + chunk.length;
    if (needed > this.#kept.length) this.#grow(Math.max(needed, FREE_BODY_BYTES, 2 * this.#kept.length));
    chunk.copy(this.#kept, at);
    chunk.fill(0);
  }

  #grow(wanted: number): void {
    const bytes = Math.min(wanted, this.#options.maxBytes);
    const missing = bytes - FREE_BODY_BYTES - this.#held;
    if (missing > 0) {
      if (this.#options.memory.take(this.#options.holder, missing) !== 'taken')
        throw new ApiError('unavailable', undefined, { 'Retry-After': '1' });
      this.#held += missing;
    }
    const room = Buffer.allocUnsafeSlow(bytes);
    this.#kept.copy(room);
    this.wipe();
    this.#kept = room;
  }
}

/** A piece that is not worth the effort. */
const SMALL_BYTES = 1024;

/** Gives a piece's memory back at once: megabytes that wait for the collector make it run often, and everybody waits for it. */
function letGo({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  if (byteLength > SMALL_BYTES && buffer.byteLength === byteLength) buffer.transfer(0);
}
