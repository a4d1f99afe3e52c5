import type { Sealed } from '@authly/ui/app/seal.ts';
import type { Finger } from '@authly/contract/fingers';
import type { Picture } from '../picture/gray.ts';
import type { Answer, Look, NumberedRequest, Request, Touch, TouchSource, ViewId } from './messages.ts';

interface PendingAnswer {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** The fingerprint engine in a worker of its own, so that the page never freezes. Started when it is first needed, or before. */
export class Engine {
  #worker: Worker | undefined;
  #nextId = 0;
  readonly #pending = new Map<number, PendingAnswer>();

  /** Loads and compiles everything, while the person still reads: nobody waits for it later. */
  async prepare(): Promise<void> {
    await this.#ask({ request: 'prepare' });
  }

  /** One frame of the camera, which is no longer here afterwards. */
  async look(picture: Picture, now: boolean): Promise<Look> {
    const answer = await this.#ask({ request: 'look', picture, now }, [picture.data.buffer as ArrayBuffer]);
    if ('look' in answer) return answer.look;
    throw new Error('The engine did not look.');
  }

  /** The camera is not used any more, or not yet: nothing of it is held. */
  async lookAway(): Promise<void> {
    if (this.#worker) await this.#ask({ request: 'look away' });
  }

  /** `earlier`: the views of the touches that it should be of one finger with. */
  async read(source: TouchSource, earlier: readonly ViewId[]): Promise<Touch> {
    const answer = await this.#ask({ request: 'read', source, earlier }, pixelsOf(source));
    if ('touch' in answer) return answer.touch;
    throw new Error('The engine did not read the touch.');
  }

  async seal(views: readonly ViewId[], finger: Finger): Promise<Sealed> {
    const answer = await this.#ask({ request: 'seal', views, finger });
    if ('sealed' in answer) return answer.sealed;
    throw new Error('The engine did not seal the touches.');
  }

  async forget(views: readonly ViewId[]): Promise<void> {
    if (this.#worker && views.length > 0) await this.#ask({ request: 'forget', views });
  }

  /** Ends the worker and with it everything that it held. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#fail('The engine was stopped.');
  }

  #ask(request: Request, transfer: Transferable[] = []): Promise<Answer> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#nextId++;
    const numbered: NumberedRequest = { ...request, id };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.postMessage(numbered, transfer);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const pending = this.#pending.get(data.id);
      this.#pending.delete(data.id);
      if ('error' in data) pending?.reject(new Error(data.error));
      else pending?.resolve(data);
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

/** What is handed over is no longer here. */
function pixelsOf(source: TouchSource): ArrayBuffer[] {
  if (source.from === 'scan') return [source.image.pixels.buffer as ArrayBuffer];
  return source.from === 'picture' ? [source.picture.data.buffer as ArrayBuffer] : [];
}
