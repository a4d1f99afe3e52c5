import { Connection } from '../api/connection.ts';
import type { Usage } from '../api/usage.ts';
import type { NextRequest } from '../api/requests.ts';

interface Counts {
  due: number;
  sent: number;
  accepted: number;
  refused: number;
  readonly acceptedMs: number[];
}

export interface OpenLoadResult {
  /** Requests a second: those that were due, and those that were sent. They differ where no connection was free. */
  readonly due: number;
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
  /** Share of the time in which the service's event loop did not rest. */
  readonly busy: number;
  /** Of each accepted one, from when it was due to its answer. */
  readonly acceptedMs: number[];
}

const TICK_MS = 1;
/** What comes at the beginning may be a burst, which is accepted: it is sent and not counted. */
const LEAD_MS = 2000;

/**
 * Requests that come when they are due, whatever became of those before them: as many clients do that know nothing of each other. Each
 * is sent on a connection that is free. One that finds none is lost, as a person who gives up.
 */
export class OpenLoad {
  readonly #free: Connection[];

  private constructor(connections: Connection[]) {
    this.#free = connections;
  }

  static async open(port: number, ca: string, connections: number): Promise<OpenLoad> {
    return new OpenLoad(await Promise.all(Array.from({ length: connections }, () => Connection.open(port, ca))));
  }

  async run(next: NextRequest, perSecond: number, ms: number, usage: () => Promise<Usage>): Promise<OpenLoadResult> {
    const inFlight = new Set<Promise<void>>();
    const began = performance.now();
    let due = 0;
    const sendFor = async (until: number): Promise<Counts> => {
      const counts: Counts = { due: 0, sent: 0, accepted: 0, refused: 0, acceptedMs: [] };
      // Timers are a millisecond apart at best; an answer is a chance to be more exact.
      const sendDue = (): void => {
        const elapsed = Math.min(until, performance.now() - began);
        for (; due < (perSecond * elapsed) / 1000; due++) {
          counts.due++;
          const connection = this.#free.pop();
          if (connection === undefined) continue;
          counts.sent++;
          const dueAt = began + (due * 1000) / perSecond;
          const sending = this.#send(connection, next(), dueAt, counts).finally(() => {
            inFlight.delete(sending);
            sendDue();
          });
          inFlight.add(sending);
        }
      };
      while (performance.now() - began < until) {
        sendDue();
        await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      }
      return counts;
    };
    await sendFor(LEAD_MS);
    const before = await usage();
    const counts = await sendFor(LEAD_MS + ms);
    const after = await usage();
    await Promise.all(inFlight);
    const rate = (count: number): number => (count * 1000) / ms;
    return {
      acceptedMs: counts.acceptedMs,
      due: rate(counts.due),
      sent: rate(counts.sent),
      accepted: rate(counts.accepted),
      refused: rate(counts.refused),
      busy: (after.busyMs - before.busyMs) / (after.wallMs - before.wallMs),
    };
  }

  close(): void {
    for (const connection of this.#free) connection.close();
  }

  async #send(connection: Connection, request: Buffer, dueAt: number, counts: Counts): Promise<void> {
    const { status, body } = await connection.send(request);
    this.#free.push(connection);
    if (status === 503) {
      counts.refused++;
    } else if (status < 300) {
      counts.accepted++;
      counts.acceptedMs.push(performance.now() - dueAt);
    } else throw new Error(`answer ${status}: ${body.toString()}`);
  }
}
