import { setImmediate } from 'node:timers/promises';
import { inTime } from '../runtime/in-time.ts';
import { StoreUnavailableError } from './port/store.ts';

/** A connection that stays silent must not stop all calls. */
const NEXT_AFTER_MS = 1000;
const LATE = new Error('the batch takes long');

interface Queued<Call, Answer> {
  readonly call: Call;
  readonly resolve: (answer: Answer | Promise<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns answers in the order of the calls, or fails as a whole and changes nothing. A call that needs another round trip returns a promise. */
type Run<Call, Answer> = (calls: readonly Call[]) => Promise<readonly (Answer | Promise<Answer>)[]>;

/** Runs the calls of one turn of the event loop as one batch: one commit on SQLite, one round trip on Postgres. The next batch waits for it, but not for long. */
export class Batch<Call, Answer> {
  readonly #run: Run<Call, Answer>;
  readonly #keysOf: (call: Call) => readonly string[];
  #queue: Queued<Call, Answer>[] = [];
  #isRunning = false;

  /** Two calls that share a key are never in one batch. */
  constructor(run: Run<Call, Answer>, keysOf: (call: Call) => readonly string[] = () => []) {
    this.#run = run;
    this.#keysOf = keysOf;
  }

  add(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ call, resolve, reject });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  flush(): void {
    void this.#settle(this.#next());
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#queue.length > 0) {
      // After all requests that have already arrived.
      await setImmediate();
      await inTime(this.#settle(this.#next()), NEXT_AFTER_MS, LATE).catch(() => {});
    }
    this.#isRunning = false;
  }

  #next(): Queued<Call, Answer>[] {
    const taken = new Set<string>();
    const queue = Map.groupBy(this.#queue, ({ call }) => {
      const keys = this.#keysOf(call);
      const isFree = !keys.some((key) => taken.has(key));
      for (const key of keys) taken.add(key);
      return isFree;
    });
    this.#queue = queue.get(false) ?? [];
    return queue.get(true) ?? [];
  }

  async #settle(batch: readonly Queued<Call, Answer>[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const answers = await this.#run(batch.map(({ call }) => call));
      batch.forEach(({ resolve }, i) => resolve(answers[i]!));
    } catch (error) {
      if (batch.length === 1 || error instanceof StoreUnavailableError) batch.forEach(({ reject }) => reject(error));
      // An error of one call must not fail the others.
      else await Promise.all(batch.map((each) => this.#settle([each])));
    }
  }
}
