import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { next, placeOf, PLACES, SigningPlaces, TEXT_BYTES } from './signing-places.ts';

/** A signature that somebody waits for. */
export interface ToSign {
  readonly text: Uint8Array;
  readonly key: KeyObject;
  readonly resolve: (signature: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

/** Signs with any key. It keeps a process from ending only while somebody waits for it. */
export class SigningThread {
  readonly #memory = new SharedArrayBuffer(SigningPlaces.BYTES);
  readonly #places = new SigningPlaces(this.#memory);
  readonly #worker = new Worker(new URL('./signing-worker.ts', import.meta.url), { workerData: this.#memory });
  readonly #keys: KeyObject[] = [];
  /** By place. */
  readonly #waiting: ToSign[] = [];
  #state: 'starting' | 'running' | 'ended' = 'starting';
  #isAwaited = false;
  #written = 0;
  #settled = 0;

  /** Once it has ended, for whatever reason, others sign instead: also what it was asked for before. */
  constructor(insteadOfIt: (asked: ToSign) => void) {
    this.#worker.unref();
    this.#worker.once('message', () => (this.#state = 'running'));
    // Who signs instead meets the same error, and tells it to who waits.
    this.#worker.on('error', () => {});
    this.#worker.once('exit', () => this.#end(insteadOfIt));
  }

  /** False: there is no place for it. */
  take(asked: ToSign): boolean {
    const isFull = ((this.#written - this.#settled) | 0) === PLACES;
    if (this.#state !== 'running' || isFull || asked.text.length > TEXT_BYTES) return false;
    this.#places.writeText(this.#written, asked.text, this.#numberOf(asked.key));
    this.#waiting[placeOf(this.#written)] = asked;
    this.#written = next(this.#written);
    return true;
  }

  /** Has it sign all that it took. */
  begin(): void {
    if (this.#state !== 'running') return;
    this.#places.tellWritten(this.#written);
    if (!this.#isAwaited) void this.#settleAll();
  }

  /** Ends it in the middle of whatever it does. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #numberOf(key: KeyObject): number {
    const known = this.#keys.indexOf(key);
    if (known !== -1) return known;
    this.#worker.postMessage(key);
    return this.#keys.push(key) - 1;
  }

  async #settleAll(): Promise<void> {
    this.#isAwaited = true;
    this.#worker.ref();
    while (this.#settled !== this.#written) {
      await this.#places.signedBeyond(this.#settled);
      const { signed } = this.#places;
      for (; this.#settled !== signed; this.#settled = next(this.#settled))
        this.#waiting[placeOf(this.#settled)]!.resolve(this.#places.takeSignature(this.#settled));
    }
    this.#worker.unref();
    this.#isAwaited = false;
  }

  #end(insteadOfIt: (asked: ToSign) => void): void {
    this.#state = 'ended';
    for (; this.#settled !== this.#written; this.#settled = next(this.#settled))
      insteadOfIt(this.#waiting[placeOf(this.#settled)]!);
    // Nobody else would wake who waits for it.
    this.#places.tellSigned(this.#written);
  }
}
