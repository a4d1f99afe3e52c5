import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What stands between a service and its database: every connection goes through here, and can be cut or slowed down. */
export class Network {
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #lanes = new Set<Lane>();
  #isCut = false;
  #delayMs = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(port: number): Promise<Network> {
    const server = createServer();
    const network = new Network(server);
    server.on('connection', (near) => network.#join(near, port));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return network;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** What is on its way. */
  get waiting(): number {
    return [...this.#lanes].reduce((all, lane) => all + lane.waiting, 0);
  }

  /** Every connection breaks, and no new one comes about. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#connections) socket.destroy();
  }

  /** Whatever is sent arrives so much later, in either direction. */
  slow(ms: number): void {
    this.#delayMs = ms;
  }

  heal(): void {
    this.#isCut = false;
    this.#delayMs = 0;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #join(near: Socket, port: number): void {
    if (this.#isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    this.#carry(near, far);
    this.#carry(far, near);
  }

  #carry(from: Socket, to: Socket): void {
    const lane = new Lane();
    this.#lanes.add(lane);
    const later = (act: () => void): void => lane.add(act, this.#delayMs);
    this.#connections.add(from);
    from.on('data', (chunk) => later(() => to.write(chunk)));
    from.on('end', () => later(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#connections.delete(from);
      this.#lanes.delete(lane);
      later(() => to.destroy());
    });
  }
}

/** One direction of one connection: nothing overtakes what was sent before it, also when the network becomes quick again. */
class Lane {
  readonly #waiting: { readonly dueAt: number; readonly act: () => void }[] = [];
  #isMoving = false;

  get waiting(): number {
    return this.#waiting.length;
  }

  add(act: () => void, delayMs: number): void {
    if (delayMs === 0 && this.#waiting.length === 0) return act();
    this.#waiting.push({ dueAt: performance.now() + delayMs, act });
    if (!this.#isMoving) this.#move();
  }

  #move(): void {
    const next = this.#waiting[0];
    this.#isMoving = next !== undefined;
    if (next === undefined) return;
    setTimeout(
      () => {
        next.act();
        this.#waiting.shift();
        this.#move();
      },
      Math.max(0, next.dueAt - performance.now()),
    );
  }
}
