import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@authly/contract/wire/limits';
import { BoundedBuffer, type BodyFault } from '../../runtime/bounded-buffer.ts';
import { ApiError, unavailable } from '../api-error.ts';
import type { Holders, Shares } from '../../runtime/shares.ts';
import type { Capacity } from './capacity.ts';
import { muchFollows } from './unread-body.ts';

export interface BodyOptions {
  readonly maxBytes: number;
  /** If it is absent, the body needs no share. */
  readonly memory?: Shares<BodyHolder>;
  /** Called when the body is read: the holder of a token is known only after authentication. */
  readonly holders?: () => Holders<BodyHolder>;
}

export type BodyHolder = Exclude<keyof Capacity['bodyBytes'], 'all'>;

/** Small bodies need no share of the memory, so they are never rejected. */
const FREE_BYTES = LIMITS.pageBodyBytes;
const FAULTS: Readonly<Record<BodyFault, () => ApiError>> = {
  'too long': () => new ApiError('payload_too_large'),
  'too many chunks': () => new ApiError('invalid_request', 'The body comes in too many chunks.'),
};

/** Read when a step needs it, usually after authentication, so that unauthenticated bodies are not kept. */
export class RequestBody {
  readonly #message: IncomingMessage;
  readonly #options: BodyOptions;
  readonly #buffer: BoundedBuffer;
  #holders: Holders<BodyHolder> | undefined;
  #held = 0;
  #taken: Promise<void> | undefined;
  #brokeOff = false;
  #abandon: () => void = () => {};

  constructor(message: IncomingMessage, options: BodyOptions) {
    this.#message = message;
    this.#options = options;
    this.#buffer = new BoundedBuffer(options.maxBytes, (bytes) => this.#hold(bytes));
  }

  /** 413 `payload_too_large` if it is too long, 503 `unavailable` if there is no memory for it. */
  async read(): Promise<Uint8Array> {
    await (this.#taken ??= this.#take((chunk) => this.#buffer.add(chunk)));
    return this.#buffer.bytes;
  }

  /** 413 for an unread body without Content-Length: its bytes are counted and dropped. */
  async measure(): Promise<void> {
    if (this.#taken !== undefined || this.#message.headers['transfer-encoding'] === undefined) return;
    await (this.#taken = this.#take((chunk) => this.#buffer.count(chunk)));
  }

  /** The connection was lost before its end. */
  get brokeOff(): boolean {
    return this.#brokeOff;
  }

  /** A body that is arriving is 429 `rate_limited`, because a newer one replaces it. */
  abandon(): void {
    this.#abandon();
  }

  wipe(): void {
    this.#buffer.wipe();
  }

  /** Call it after the response is made. */
  release(): void {
    if (this.#holders !== undefined) this.#options.memory?.give(this.#holders, this.#held);
    this.#holders = undefined;
    this.#held = 0;
  }

  #take(each: (chunk: Buffer) => BodyFault | undefined): Promise<void> {
    const message = this.#message;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onData = (chunk: Buffer): void => {
      try {
        const fault = each(chunk);
        if (fault !== undefined) throw FAULTS[fault]();
      } catch (error) {
        settle(() => reject(error));
      }
    };
    const onEnd = (): void => settle(resolve);
    const onBreak = (): void => {
      this.#brokeOff = true;
      settle(() => reject(new ApiError('invalid_request', 'The body broke off.')));
    };
    const settle = (tell: () => void): void => {
      message.off('data', onData).off('end', onEnd).off('close', onBreak);
      // The rest of a short body is dropped, so that the connection can carry the next request.
      if (muchFollows(message)) message.pause();
      else message.resume();
      tell();
    };
    this.#abandon = () => settle(() => reject(new ApiError('rate_limited', undefined, { 'Retry-After': '1' })));
    message.on('error', () => {});
    if (message.destroyed) onBreak();
    else message.on('data', onData).on('end', onEnd).on('close', onBreak);
    return promise;
  }

  #hold(bytes: number): void {
    const missing = bytes - FREE_BYTES - this.#held;
    if (missing <= 0) return;
    const holders = this.#holders ?? this.#options.holders?.() ?? {};
    if (this.#options.memory?.take(holders, missing) !== undefined) throw unavailable('limit');
    this.#holders = holders;
    this.#held += missing;
  }
}
