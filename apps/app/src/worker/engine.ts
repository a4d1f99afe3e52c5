import type { EngineAnswer, EngineCalls, EngineRequest } from './engine-worker.ts';

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A worker that the system ended says nothing. */
const ANSWERS_WITHIN_MS = 60_000;

export class Engine {
  #worker: Worker | undefined;
  #nextId = 0;
  readonly #pending = new Map<number, PendingCall>();

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Buffers in `transfer` move to the worker and are empty here afterwards. */
  call<Name extends keyof EngineCalls>(
    name: Name,
    args: Parameters<EngineCalls[Name]>,
    transfer: readonly ArrayBufferLike[] = [],
  ): Promise<Awaited<ReturnType<EngineCalls[Name]>>> {
    const worker = (this.#worker ??= this.#start());
    const request: EngineRequest = { id: this.#nextId++, name, args };
    return new Promise((resolve, reject) => {
      this.#pending.set(request.id, { resolve: resolve as PendingCall['resolve'], reject });
      worker.postMessage(request, transfer as ArrayBuffer[]);
      setTimeout(() => this.#pending.has(request.id) && this.stop(), ANSWERS_WITHIN_MS);
    });
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#fail('The engine was stopped.');
  }

  #start(): Worker {
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<EngineAnswer>) => {
      const pending = this.#pending.get(data.id);
      this.#pending.delete(data.id);
      if ('error' in data) pending?.reject(new Error(data.error));
      else pending?.resolve(data.result);
    });
    worker.addEventListener('error', () => {
      this.#worker = undefined;
      this.#fail('The engine did not start.');
    });
    return worker;
  }

  #fail(message: string): void {
    for (const { reject } of this.#pending.values()) reject(new Error(message));
    this.#pending.clear();
  }
}
