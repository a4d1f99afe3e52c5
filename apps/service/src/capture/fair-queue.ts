import type { Clock } from '../config/clock.ts';
import { InFlight, type CaptureOwner } from './in-flight.ts';
import { WorkTimes } from './work-times.ts';

export type { CaptureOwner };

interface QueuedWork {
  readonly owner: CaptureOwner;
  readonly answer: (turn: Disposable | undefined) => void;
}

interface QueueLimits {
  /** Pieces of work in flight. */
  readonly atOnce: number;
  /** Of one merchant: fewer than `atOnce`, so that the others never wait for all of it. */
  readonly perMerchant: number;
  /** What would wait longer than this, by how long work took lately, has no chance and is given up at once. */
  readonly waitMs: number;
  /** However quick the work is: what waits holds memory. */
  readonly waiting: number;
}

/** One person's captures come one after the other; two leave room for a session begun anew. */
const PER_USER = 2;

/**
 * Work in turns: the merchants one after the other, and within a merchant its users, so that nobody waits for another's flood.
 * A line that is too long to be served in time loses the newest of whoever has most in it.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #times = new WorkTimes();
  /** Merchants in the order of their next turn, and of each its users in theirs. Nobody is in here with nothing waiting. */
  readonly #waiting = new Map<string, Map<string, QueuedWork[]>>();
  readonly #inFlight = new InFlight();
  #waitingCount = 0;
  #closed = false;

  constructor(limits: QueueLimits, clock: Pick<Clock, 'elapsed'>) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Resolves when the turn has come; it ends when it is disposed of. Undefined: given up, since the line was too long or the signal said so. */
  take(owner: CaptureOwner, signal: AbortSignal): Promise<Disposable | undefined> {
    if (this.#closed || signal.aborted) return Promise.resolve(undefined);
    const { promise, resolve: answer } = Promise.withResolvers<Disposable | undefined>();
    const waiting = { owner, answer };
    this.#enqueue(waiting);
    signal.addEventListener('abort', () => this.#giveUp(waiting), { once: true });
    this.#startNext();
    const surplus = this.#surplus(owner);
    if (surplus !== undefined) this.#giveUp(surplus);
    return promise;
  }

  /** What waits is given up, and so is what comes later. */
  close(): void {
    this.#closed = true;
    const all = [...this.#waiting.values()].flatMap((users) => [...users.values()].flat());
    for (const waiting of all) this.#giveUp(waiting);
  }

  #startNext(): void {
    for (;;) {
      const next = this.#inFlight.total < this.#limits.atOnce ? this.#next() : undefined;
      if (next === undefined) return;
      this.#remove(next);
      this.#moveBack(next.owner);
      this.#start(next);
    }
  }

  #start({ owner, answer }: QueuedWork): void {
    this.#inFlight.add(owner, 1);
    const began = this.#clock.elapsed();
    let over = false;
    answer({
      [Symbol.dispose]: () => {
        if (over) return;
        over = true;
        this.#inFlight.add(owner, -1);
        this.#times.add(this.#clock.elapsed() - began);
        this.#startNext();
      },
    });
  }

  /** The first in line whose merchant and user have room. */
  #next(): QueuedWork | undefined {
    for (const [merchantId, users] of this.#waiting) {
      if (this.#inFlight.ofMerchant(merchantId) >= this.#limits.perMerchant) continue;
      for (const [first] of users.values()) if (this.#inFlight.ofUser(first!.owner) < PER_USER) return first;
    }
    return undefined;
  }

  /** What one more has made too many: of its merchant alone, or of all. The newest of the user with most in line. */
  #surplus({ merchantId }: CaptureOwner): QueuedWork | undefined {
    const { atOnce, perMerchant } = this.#limits;
    const own = this.#waiting.get(merchantId);
    if (own !== undefined && this.#isTooLong(sum(own.values()), perMerchant)) return newest(own);
    if (!this.#isTooLong(this.#waitingCount, atOnce)) return undefined;
    return newest(longest(this.#waiting.values(), (users) => sum(users.values())));
  }

  /** So many wait, of a merchant or in all, of whom `atOnce` are worked on at a time. */
  #isTooLong(waiting: number, atOnce: number): boolean {
    const expectedMs = (waiting * this.#times.typicalMs) / atOnce;
    return waiting > this.#limits.waiting || expectedMs > this.#limits.waitMs;
  }

  #giveUp(waiting: QueuedWork): void {
    if (this.#remove(waiting)) waiting.answer(undefined);
  }

  #enqueue(waiting: QueuedWork): void {
    const { merchantId, merchantUserRef } = waiting.owner;
    const users = this.#waiting.get(merchantId) ?? new Map<string, QueuedWork[]>();
    const line = users.get(merchantUserRef) ?? [];
    line.push(waiting);
    this.#waiting.set(merchantId, users.set(merchantUserRef, line));
    this.#waitingCount++;
  }

  /** False: it does not wait any more. */
  #remove(waiting: QueuedWork): boolean {
    const { merchantId, merchantUserRef } = waiting.owner;
    const users = this.#waiting.get(merchantId);
    const line = users?.get(merchantUserRef);
    const place = line?.indexOf(waiting) ?? -1;
    if (users === undefined || line === undefined || place < 0) return false;
    line.splice(place, 1);
    if (line.length === 0) users.delete(merchantUserRef);
    if (users.size === 0) this.#waiting.delete(merchantId);
    this.#waitingCount--;
    return true;
  }

  /** Who had a turn is the last to have the next one. */
  #moveBack({ merchantId, merchantUserRef }: CaptureOwner): void {
    const users = this.#waiting.get(merchantId);
    if (users === undefined) return;
    this.#waiting.delete(merchantId);
    this.#waiting.set(merchantId, users);
    const line = users.get(merchantUserRef);
    if (line === undefined) return;
    users.delete(merchantUserRef);
    users.set(merchantUserRef, line);
  }
}

const sum = (lines: Iterable<readonly QueuedWork[]>): number => [...lines].reduce((all, { length }) => all + length, 0);

const newest = (users: ReadonlyMap<string, QueuedWork[]>): QueuedWork =>
  longest(users.values(), ({ length }) => length).at(-1)!;

/** The last of those with most: among equals, who came last. */
const longest = <Line>(lines: Iterable<Line>, lengthOf: (line: Line) => number): Line =>
  [...lines].reduce((best, line) => (lengthOf(line) >= lengthOf(best) ? line : best));
