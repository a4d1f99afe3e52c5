import type { Socket } from 'node:net';
import { LoadGate } from '../../http/limits/load-gate.ts';
import { Shares } from '../../runtime/shares.ts';
import type { Store } from '../../storage/port/store.ts';
import { ConsoleError, tooMany } from './console-error.ts';

/** Half of the console's connections, so that operators always get in. */
const CONNECTIONS = 32;
/** Searches, exports and tests in progress. */
const COSTLY = { merchant: 1, all: 2 };
const ENTRIES_PER_HOUR = 120;
const HOUR_MS = 60 * 60_000;

export interface GuestCall {
  readonly merchantId: string;
  readonly socket: Socket;
  readonly row: { readonly isCostly?: true; readonly audit?: string };
}

/** The people of merchants are strangers to the operators: they have a share of the process and of the audit log. */
export class Guests {
  readonly #gate = new LoadGate();
  readonly #costly = new Shares(COSTLY);
  readonly #connections = new Set<Socket>();
  readonly #attempts: Store['attempts'];
  readonly #now: () => number;

  constructor({ store, now }: { readonly store: Pick<Store, 'attempts'>; readonly now: () => number }) {
    this.#attempts = store.attempts;
    this.#now = now;
  }

  async run<T>({ merchantId, socket, row }: GuestCall, work: () => Promise<T>): Promise<T> {
    if (this.#gate.isClosed) throw new ConsoleError(503, 'unavailable', 'The service is busy.', undefined, 5);
    this.#admit(socket);
    using costly = row.isCostly ? this.#costly.hold({ merchant: merchantId }) : undefined;
    if (row.isCostly && costly === undefined)
      throw tooMany('Another search, export or test is running. Try again in a few seconds.', 5);
    const counted = row.audit === undefined ? undefined : await this.#countEntry(merchantId);
    try {
      return await work();
    } catch (error) {
      if (counted !== undefined) await this.#attempts.takeBack(counted);
      throw error;
    }
  }

  /** A connection counts from its first call until it closes. */
  #admit(socket: Socket): void {
    if (this.#connections.has(socket)) return;
    if (this.#connections.size >= CONNECTIONS) throw tooMany('Too many connections of merchants are open.', 5);
    this.#connections.add(socket);
    socket.once('close', () => this.#connections.delete(socket));
  }

  async #countEntry(merchantId: string): Promise<number> {
    const now = this.#now();
    const counted = await this.#attempts.count(`console ${merchantId}`, ENTRIES_PER_HOUR, now - HOUR_MS, now);
    if (counted !== undefined) return counted;
    throw tooMany(`Your merchant may do this ${ENTRIES_PER_HOUR} times an hour. Try again later.`, 600);
  }

  close(): void {
    this.#gate.stop();
  }
}
