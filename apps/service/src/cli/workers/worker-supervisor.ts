import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { systemClock, type Clock } from '../../runtime/clock.ts';
import type { Answers, Question, WorkerAnswer, WorkerQuestion, WorkerReady } from './messages.ts';

/** A worker that ended sooner than this is replaced after a delay. */
const SHORT_LIFE_MS = 10_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** A worker that does not answer in this time is left out. Shorter than the time that `/readyz` has, so that the others decide. */
const ANSWER_WITHIN_MS = 700;
/** A worker that does not answer for this time is killed. */
export const SILENT_MS = 15_000;
const MOST_UNANSWERED = 3;

interface SupervisorOptions {
  readonly clock?: Clock;
  readonly onLost: (lost: {
    readonly worker: number;
    readonly pid: number | undefined;
    readonly how: string;
    readonly nextInMs: number;
  }) => void;
}

/** Runs processes that share the service's ports, and replaces those that end. */
export class WorkerSupervisor {
  readonly #clock: Clock;
  readonly #onLost: SupervisorOptions['onLost'];
  readonly #pending = new Map<number, (answer: Answers[Question]) => void>();
  readonly #cancels = new Set<() => void>();
  readonly #started = new WeakMap<Worker, Promise<unknown>>();
  /** Questions since the last message of a worker. Absent: it has sent none, and still starts. */
  readonly #unanswered = new WeakMap<Worker, number>();
  #lastId = 0;
  #delayMs = 0;
  #ending = false;

  constructor({ clock = systemClock, onLost }: SupervisorOptions) {
    this.#clock = clock;
    this.#onLost = onLost;
  }

  /** Starts one worker first: a fault of one is a fault of all. Undefined: it could not start, and has logged why. */
  async start(count: number): Promise<WorkerReady['serving'] | undefined> {
    const first = await this.#add();
    if (first === undefined) return undefined;
    this.#watch();
    await Promise.all(Array.from({ length: count - 1 }, () => this.#add()));
    return first;
  }

  /** The answers that arrive in time, by worker. */
  async ask<Q extends Question>(asks: Q): Promise<Map<number, Answers[Q]>> {
    const answers = living().map(async (worker) => [worker.id, await this.#askOne(worker, asks)] as const);
    return new Map((await Promise.all(answers)).filter((each): each is [number, Answers[Q]] => each[1] !== undefined));
  }

  signal(signal: NodeJS.Signals): void {
    for (const worker of living()) worker.process.kill(signal);
  }

  /** A worker that still starts gets SIGHUP when it serves: before, it would end. */
  hangUp(): void {
    for (const worker of living()) void this.#started.get(worker)?.then(() => worker.process.kill('SIGHUP'));
  }

  /** Resolves when every worker has ended. None is replaced. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#ending = true;
    for (const cancel of this.#cancels) cancel();
    const ended = living().map((worker) => once(worker, 'exit'));
    this.signal(signal);
    await Promise.all(ended);
  }

  async #add(): Promise<WorkerReady['serving'] | undefined> {
    const beganAt = this.#clock.elapsed();
    const worker = cluster.fork();
    const { promise, resolve } = Promise.withResolvers<WorkerReady['serving'] | undefined>();
    this.#started.set(worker, promise);
    let serves = false;
    worker.on('message', (message: WorkerAnswer | WorkerReady) => {
      this.#unanswered.set(worker, 0);
      if ('answer' in message) return this.#pending.get(message.id)?.(message.answer);
      serves = true;
      resolve(message.serving);
    });
    worker.once('exit', (code, signal) => {
      resolve(undefined);
      // A worker that never served is replaced only while others serve.
      if (this.#ending || (!serves && living().length === 0)) return;
      const how = this.#isSilent(worker) ? `no answer for ${SILENT_MS / 1000} s` : signal || `exit code ${code}`;
      this.#replace(worker, how, beganAt);
    });
    return promise;
  }

  /** Counts questions and not time: when this process itself was stopped, answers wait to be read. */
  #watch(): void {
    for (const worker of living()) {
      const unanswered = this.#unanswered.get(worker);
      if (unanswered === undefined) continue;
      if (this.#isSilent(worker)) worker.process.kill('SIGKILL');
      else this.#unanswered.set(worker, unanswered + 1);
      void this.#askOne(worker, 'alive');
    }
    this.#clock.after(SILENT_MS / MOST_UNANSWERED, () => this.#watch());
  }

  #isSilent(worker: Worker): boolean {
    return this.#unanswered.get(worker) === MOST_UNANSWERED;
  }

  #replace(worker: Worker, how: string, beganAt: number): void {
    const isShort = this.#clock.elapsed() - beganAt < SHORT_LIFE_MS;
    this.#delayMs = isShort ? Math.min(Math.max(FIRST_DELAY_MS, 2 * this.#delayMs), MAX_DELAY_MS) : 0;
    this.#onLost({ worker: worker.id, pid: worker.process.pid, how, nextInMs: this.#delayMs });
    const cancel = this.#clock.after(this.#delayMs, () => {
      this.#cancels.delete(cancel);
      void this.#add();
    });
    this.#cancels.add(cancel);
  }

  async #askOne<Q extends Question>(worker: Worker, asks: Q): Promise<Answers[Q] | undefined> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Answers[Q] | undefined>();
    this.#pending.set(id, resolve as (answer: Answers[Question]) => void);
    const cancel = this.#clock.after(ANSWER_WITHIN_MS, () => resolve(undefined));
    worker.send({ id, asks } satisfies WorkerQuestion, (error) => error && resolve(undefined));
    try {
      return await promise;
    } finally {
      cancel();
      this.#pending.delete(id);
    }
  }
}

const living = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter(
    (worker): worker is Worker => worker !== undefined && worker.isConnected() && !worker.isDead(),
  );
