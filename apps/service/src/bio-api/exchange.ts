import { BIO_LIMITS } from '@authly/contract/limits';
import type { Dispatcher } from 'undici';
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

/** Collects one response up to a size limit and reports its end once. Redirects are not followed. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #tell: (end: AttemptEnd) => void;
  readonly #readsBody: boolean;
  #status: number | undefined;
  #chunks: Uint8Array[] = [];
  #size = 0;
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
    if (status < 200) return;
    this.#status = status;
    // A response without a body ends normally, and its connection is reusable.
    if (!this.#readsBody && status !== 204 && headers['content-length'] !== '0') this.end('oversize');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#ended) return void chunk.fill(0);
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#size > BIO_LIMITS.replyBytes) this.end('oversize');
  }

  onResponseEnd(): void {
    this.#end({
      kind: 'answered',
      status: this.#status!,
      body: this.#chunks.length === 1 ? this.#chunks.pop()! : Buffer.concat(this.#chunks),
    });
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
    for (const chunk of this.#chunks) chunk.fill(0);
    this.#chunks.length = 0;
    this.#tell(end);
  }
}
