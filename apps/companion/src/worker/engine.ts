import type { View } from '@authly/fingerprint';
import type { Answered, Asked, Job, Touch, TouchSource } from './jobs.ts';

interface Waiting {
  readonly resolve: (answer: Answered) => void;
  readonly reject: (error: Error) => void;
}

/** The fingerprint engine in a worker of its own, so that the page never freezes. Started when it is first needed. */
export class Engine {
  #worker: Worker | undefined;
  #next = 0;
  readonly #waiting = new Map<number, Waiting>();

  async touch(source: TouchSource, before: readonly View[]): Promise<Touch> {
    const transfer = source.from === 'picture' ? [source.picture.data.buffer as ArrayBuffer] : [];
    const answer = await this.#ask({ job: 'touch', source, before }, transfer);
    if ('touch' in answer) return answer.touch;
    throw new Error('The engine did not read the touch.');
  }

  async template(views: readonly View[]): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await this.#ask({ job: 'template', views }, []);
    if ('template' in answer) return answer.template;
    throw new Error('The engine did not write the template.');
  }

  /** Ends the worker and with it everything that it held. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#fail('The engine was stopped.');
  }

  #ask(job: Job, transfer: Transferable[]): Promise<Answered> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#next++;
    const asked: Asked = { ...job, id };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage(asked, transfer);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('failed' in data) waiting?.reject(new Error(data.failed));
      else waiting?.resolve(data);
    });
    worker.addEventListener('error', () => {
      this.#worker = undefined;
      this.#fail('The engine did not start.');
    });
    return worker;
  }

  #fail(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }
}
