import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { systemClock, type Clock } from '../../config/clock.ts';
import { isAnswered, isServing, type Answers, type Asked, type Question, type Serving } from './messages.ts';

/** A worker that lived for less than this did not get far: the next one waits. */
const SHORT_LIFE_MS = 10_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A worker that does not answer in this time is busy or stuck, and is left out. */
const ANSWER_WITHIN_MS = 2000;

interface CrewOptions {
  readonly clock?: Clock;
  /** A worker ended that nobody had told to. */
  readonly onLost: (lost: {
    readonly pid: number | undefined;
    readonly how: string;
    readonly nextInMs: number;
  }) => void;
}

/** Processes of the service that share its ports. One that ends is replaced, at once or, where the one before did not get far, after a while. */
export class Crew {
  readonly #clock: Clock;
  readonly #onLost: CrewOptions['onLost'];
  readonly #waiting = new Map<number, (answer: Answers[Question]) => void>();
  readonly #cancels = new Set<() => void>();
  #asked = 0;
  #waitMs = 0;
  #ending = false;

  constructor({ clock = systemClock, onLost }: CrewOptions) {
    this.#clock = clock;
    this.#onLost = onLost;
  }

  /** Undefined: the first of them could not start, and has said why. The others come after it: what is wrong with one is wrong with all. */
  async start(count: number): Promise<Serving['serving'] | undefined> {
    const first = await this.#add();
    if (first === undefined) return undefined;
    await Promise.all(Array.from({ length: count - 1 }, () => this.#add()));
    return first;
  }

  /** The answers of those that give one in time. */
  async ask<Q extends Question>(asks: Q): Promise<Answers[Q][]> {
    const answers = await Promise.all(living().map((worker) => this.#askOne(worker, asks)));
    return answers.filter((answer) => answer !== undefined);
  }

  signal(signal: NodeJS.Signals): void {
    for (const worker of living()) worker.process.kill(signal);
  }

  /** When every worker has ended, which they do by their own rules. None is replaced any more. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#ending = true;
    for (const cancel of this.#cancels) cancel();
    const ended = living().map((worker) => once(worker, 'exit'));
    this.signal(signal);
    await Promise.all(ended);
  }

  async #add(): Promise<Serving['serving'] | undefined> {
    const beganAt = this.#clock.elapsed();
    const worker = cluster.fork();
    const { promise, resolve } = Promise.withResolvers<Serving['serving'] | undefined>();
    let serves = false;
    worker.on('message', (message: unknown) => {
      if (isAnswered(message)) this.#waiting.get(message.id)?.(message.answer);
      if (!isServing(message)) return;
      serves = true;
      resolve(message.serving);
    });
    worker.once('exit', (code, signal) => {
      resolve(undefined);
      // One that never served is replaced only beside others that do.
      if (!this.#ending && (serves || living().length > 0))
        this.#replace(worker, signal || `exit code ${code}`, beganAt);
    });
    return promise;
  }

  #replace(worker: Worker, how: string, beganAt: number): void {
    const isShort = this.#clock.elapsed() - beganAt < SHORT_LIFE_MS;
    this.#waitMs = isShort ? Math.min(Math.max(FIRST_WAIT_MS, 2 * this.#waitMs), LONGEST_WAIT_MS) : 0;
    this.#onLost({ pid: worker.process.pid, how, nextInMs: this.#waitMs });
    const cancel = this.#clock.after(this.#waitMs, () => {
      this.#cancels.delete(cancel);
      void this.#add();
    });
    this.#cancels.add(cancel);
  }

  async #askOne<Q extends Question>(worker: Worker, asks: Q): Promise<Answers[Q] | undefined> {
    const id = ++this.#asked;
    const { promise, resolve } = Promise.withResolvers<Answers[Q] | undefined>();
    this.#waiting.set(id, resolve as (answer: Answers[Question]) => void);
    const cancel = this.#clock.after(ANSWER_WITHIN_MS, () => resolve(undefined));
    worker.send({ id, asks } satisfies Asked, (error) => error && resolve(undefined));
    try {
      return await promise;
    } finally {
      cancel();
      this.#waiting.delete(id);
    }
  }
}

const living = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter(
    (worker): worker is Worker => worker !== undefined && worker.isConnected() && !worker.isDead(),
  );
