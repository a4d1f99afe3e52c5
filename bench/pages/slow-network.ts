import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A phone's way to the service: Lighthouse's "slow 4G", as packets meet it. */
export interface Network {
  readonly roundTripMs: number;
  readonly downBytesPerMs: number;
  readonly upBytesPerMs: number;
}

export const SLOW_4G: Network = { roundTripMs: 150, downBytesPerMs: 1_600_000 / 8000, upBytesPerMs: 750_000 / 8000 };

const SEGMENT = 1460;
/** What a server sends before it has heard that anything arrived. */
const FIRST_WINDOW = 10 * SEGMENT;

/** All connections share the line. */
class Line {
  readonly #bytesPerMs: number;
  #freeAt = 0;

  constructor(bytesPerMs: number) {
    this.#bytesPerMs = bytesPerMs;
  }

  /** When the last of these bytes has gone through, if the first may not before `from`. */
  take(bytes: number, from: number): number {
    this.#freeAt = Math.max(this.#freeAt, from) + bytes / this.#bytesPerMs;
    return this.#freeAt;
  }
}

/** Bytes one way: so many at a time as the window allows, which grows with what has arrived. */
class Way {
  readonly #line: Line;
  readonly #roundTripMs: number;
  readonly #to: Socket;
  readonly #notBefore: number;
  #queue: Buffer[] = [];
  #window = FIRST_WINDOW;
  #inFlight = 0;

  constructor(line: Line, { roundTripMs }: Network, to: Socket, notBefore: number) {
    this.#line = line;
    this.#roundTripMs = roundTripMs;
    this.#to = to;
    this.#notBefore = notBefore;
  }

  send(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += SEGMENT) this.#queue.push(bytes.subarray(at, at + SEGMENT));
    this.#go();
  }

  #go(): void {
    while (this.#queue.length > 0 && this.#inFlight < this.#window) {
      const segment = this.#queue.shift()!;
      this.#inFlight += segment.length;
      const through = this.#line.take(segment.length, Math.max(performance.now(), this.#notBefore));
      const arrives = through + this.#roundTripMs / 2;
      at(arrives, () => void this.#to.write(segment));
      at(arrives + this.#roundTripMs / 2, () => {
        this.#inFlight -= segment.length;
        this.#window += segment.length;
        this.#go();
      });
    }
  }
}

const at = (time: number, act: () => void): void => void setTimeout(act, Math.max(0, time - performance.now()));

/** Leads to a port of this machine as if it were far away: a connection takes a round trip to come about, and every byte its time. */
export async function slowDoor(port: number, network: Network): Promise<{ port: number; close: () => void }> {
  const down = new Line(network.downBytesPerMs);
  const up = new Line(network.upBytesPerMs);
  const server = createServer((phone) => {
    phone.setNoDelay(true);
    const service = connect({ port, host: '127.0.0.1', noDelay: true });
    // The phone hears after a round trip that it is connected; here it has been at once.
    const there = new Way(up, network, service, performance.now() + network.roundTripMs);
    const back = new Way(down, network, phone, 0);
    phone.on('data', (bytes) => there.send(bytes));
    service.on('data', (bytes) => back.send(bytes));
    for (const [one, other] of [
      [phone, service],
      [service, phone],
    ] as const)
      one
        .on('error', () => other.destroy())
        .on('close', () => at(performance.now() + network.roundTripMs * 4, () => other.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
