import { BIO_LIMITS } from '@authly/contract/wire/limits';
import type { Dispatcher } from 'undici';
import { BoundedBuffer } from '../runtime/bounded-buffer.ts';
import { systemReason } from './system-reason.ts';

export type AttemptEnd =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Uint8Array }
  /** `status` is set if it arrived before. `reason` is a system error code. */
  | {
      readonly kind: 'oversize' | 'timeout' | 'unreachable';
      readonly status?: number | undefined;
      readonly reason?: string | null;
    }
  /** Not sent: too many calls wait for this merchant. */
  | { readonly kind: 'shed' };

/** Each costs as much as a response, and a merchant can send them without end. */
const MAX_INFORMATIONAL = 8;

/** Collects one response up to a size limit and reports its end once. Redirects are not followed. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #tell: (end: AttemptEnd) => void;
  readonly #readsBody: boolean;
  #status: number | undefined;
  #informational = 0;
  readonly #body = new BoundedBuffer(BIO_LIMITS.replyBytes);
  #ended = false;

  constructor(tell: (end: AttemptEnd) => void, readsBody = true) {
    this.#tell = tell;
    this.#readsBody = readsBody;
  }

  onRequestStart(): void {}

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) {
      if (++this.#informational > MAX_INFORMATIONAL) this.end('oversize');
      return;
    }
    this.#status = status;
    // A response without a body ends normally, and its connection is reusable.
    if (!this.#readsBody && status !== 204 && headers['content-length'] !== '0') this.end('oversize');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#ended) return void chunk.fill(0);
    if (this.#body.add(chunk) !== undefined) this.end('oversize');
  }

  onResponseEnd(): void {
    this.#end({ kind: 'answered', status: this.#status!, body: this.#body.bytes });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // Undici reports 101 only as an error without a code.
    if (error.message === 'bad upgrade') this.#status = 101;
    this.end('unreachable', systemReason(error));
  }

  end(kind: 'oversize' | 'timeout' | 'unreachable', reason: string | null = null): void {
    this.#end({ kind, status: this.#status, reason });
  }

  shed(): void {
    this.#end({ kind: 'shed' });
  }

  #end(end: AttemptEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    if (end.kind !== 'answered') this.#body.wipe();
    this.#tell(end);
  }
}
