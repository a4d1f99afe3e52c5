import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CutOff } from './bounded-connections.ts';

/** Requests of one connection that wait for their answer. Few clients send a second before they have read the first. */
const MAX_AT_ONCE = 8;

/** Counts what a connection has asked and was not answered. Answers go in order, so beyond the bound nothing can be said. */
export class Pipelines {
  readonly #open = new WeakMap<Socket, number>();
  readonly #onCutOff: (why: CutOff) => void;

  constructor(onCutOff: (why: CutOff) => void) {
    this.#onCutOff = onCutOff;
  }

  /** False: it asks for too much at once, and its connection is closed. */
  admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (socket.destroyed) return false;
    const open = (this.#open.get(socket) ?? 0) + 1;
    if (open > MAX_AT_ONCE) {
      this.#onCutOff('pipelined');
      socket.destroy();
      return false;
    }
    this.#open.set(socket, open);
    response.once('close', () => this.#open.set(socket, this.#open.get(socket)! - 1));
    return true;
  }
}
