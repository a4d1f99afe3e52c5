import { Connection } from '../api/connection.ts';
import type { NextRequest } from '../api/requests.ts';

export interface OpenLoadResult {
  /** Requests a second: those that were due, and those that were sent. They differ where no connection was free. */
  readonly due: number;
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
  /** Of each accepted one, from when it was due to its answer. */
  readonly acceptedMs: number[];
}

const TICK_MS = 1;

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

  async run(next: NextRequest, perSecond: number, ms: number): Promise<OpenLoadResult> {
    const result = { due: 0, sent: 0, accepted: 0, refused: 0, acceptedMs: [] as number[] };
    const inFlight = new Set<Promise<void>>();
    const began = performance.now();
    for (let elapsed = 0; elapsed < ms; elapsed = performance.now() - began) {
      for (; result.due < (perSecond * elapsed) / 1000; result.due++) {
        const connection = this.#free.pop();
        if (connection === undefined) continue;
        result.sent++;
        const dueAt = began + (result.due * 1000) / perSecond;
        const sending = this.#send(connection, next(), dueAt, result).finally(() => inFlight.delete(sending));
        inFlight.add(sending);
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    const seconds = (performance.now() - began) / 1000;
    await Promise.all(inFlight);
    const rate = (count: number): number => count / seconds;
    return {
      ...result,
      due: rate(result.due),
      sent: rate(result.sent),
      accepted: rate(result.accepted),
      refused: rate(result.refused),
    };
  }

  close(): void {
    for (const connection of this.#free) connection.close();
  }

  async #send(
    connection: Connection,
    request: Buffer,
    dueAt: number,
    result: { accepted: number; refused: number; acceptedMs: number[] },
  ): Promise<void> {
    const { status, body } = await connection.send(request);
    this.#free.push(connection);
    if (status === 503) {
      result.refused++;
    } else if (status < 300) {
      result.accepted++;
      result.acceptedMs.push(performance.now() - dueAt);
    } else throw new Error(`answer ${status}: ${body.toString()}`);
  }
}
