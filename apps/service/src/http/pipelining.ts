import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '@authly/contract/limits';
import { beforeRequests } from './before-requests.ts';
import type { CutOff } from './bounded-connections.ts';
import { stopReading } from './node-internals.ts';

/** Counts what a connection has asked and was not answered. Answers go in order, so beyond the bound nothing can be said: it is closed. */
export function boundPipelines(server: Server, onCutOff: (why: CutOff) => void): void {
  const unanswered = new WeakMap<Socket, { count: number }>();
  beforeRequests(server, ({ socket }, response, go) => {
    // Its other requests may have come in the same piece.
    if (socket.destroyed) return;
    let asked = unanswered.get(socket);
    if (asked === undefined) unanswered.set(socket, (asked = { count: 0 }));
    if (++asked.count > LIMITS.requestsAtOnce) {
      onCutOff('pipelined');
      stopReading(socket);
      return;
    }
    response.on('close', () => asked.count--);
    go();
  });
}
