import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A fixed port for https://authly.test, in front of the service of the current journey. */
export class FrontDoor {
  readonly port: number;
  readonly #visitors = new Set<Socket>();
  #service: number | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async open(): Promise<FrontDoor> {
    const server = createServer((visitor) => door.#lead(visitor)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    const door = new FrontDoor((server.address() as AddressInfo).port);
    return door;
  }

  /** Undefined: nothing answers, and open connections are lost. */
  leadTo(service: number | undefined): void {
    this.#service = service;
    if (service === undefined) for (const visitor of this.#visitors) visitor.destroy();
  }

  #lead(visitor: Socket): void {
    if (this.#service === undefined) return void visitor.destroy();
    this.#visitors.add(visitor.once('close', () => this.#visitors.delete(visitor)));
    const service = connect(this.#service, '127.0.0.1');
    for (const [from, to] of [
      [visitor, service],
      [service, visitor],
    ] as const)
      from
        .on('error', () => to.destroy())
        .on('close', () => to.destroy())
        .pipe(to);
  }
}
