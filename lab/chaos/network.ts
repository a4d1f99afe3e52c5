import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A proxy between a service and its database: it can cut and slow every connection. */
export class Network {
  readonly #server = createServer();
  readonly #connections = new Set<Socket>();
  #isCut = false;
  #lastUsed: Socket | undefined;
  #silent: { readonly socket: Socket; lost: number } | undefined;
  #delayMs = 0;

  static async to(port: number): Promise<Network> {
    const network = new Network();
    network.#server.on('connection', (near) => network.#join(near, port));
    await once(network.#server.listen(0, '127.0.0.1'), 'listening');
    return network;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#connections) socket.destroy();
  }

  slow(ms: number): void {
    this.#delayMs = ms;
  }

  heal(): void {
    this.#isCut = false;
    this.#delayMs = 0;
  }

  /** The connection that was used last carries nothing more until it is cut. */
  silence(): { readonly lost: number } {
    this.#silent = { socket: this.#lastUsed!, lost: 0 };
    return this.#silent;
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

  /** One direction of one connection. Bytes stay in order when the delay changes. */
  #carry(from: Socket, to: Socket): void {
    let order = Promise.resolve();
    const later = (act: () => void): void => {
      order = this.#after(order, performance.now() + this.#delayMs, act);
    };
    this.#connections.add(from);
    from.on('data', (chunk) => {
      this.#lastUsed = from;
      if (this.#silent?.socket === from) this.#silent.lost++;
      else later(() => to.write(chunk));
    });
    from.on('end', () => later(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#connections.delete(from);
      later(() => to.destroy());
    });
  }

  async #after(before: Promise<void>, dueAt: number, act: () => void): Promise<void> {
    await before;
    const ms = dueAt - performance.now();
    if (ms > 0) await pause(ms);
    act();
  }
}
