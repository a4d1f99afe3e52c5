import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { beforeRequests } from './before-requests.ts';
import type { CutOff } from './bounded-connections.ts';

/** Requests of one connection that wait for their answer. Few clients send a second before they have read the first. */
const MAX_AT_ONCE = 8;

/** Counts what a connection has asked and was not answered. Answers go in order, so beyond the bound nothing can be said: it is closed. */
export function boundPipelines(server: Server, onCutOff: (why: CutOff) => void): void {
  const unanswered = new WeakMap<Socket, number>();
  beforeRequests(server, ({ socket }, response, go) => {
    // Its other requests may have come in the same piece.
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > MAX_AT_ONCE) {
      onCutOff('pipelined');
      readNoMore(socket);
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    response.on('close', () => unanswered.set(socket, unanswered.get(socket)! - 1));
    go();
  });
}

/** What Node's parser takes for "no request follows". */
const NOTHING_FOLLOWS = 2;

/**
 * Node reads a piece to its end, also when its connection is gone: a thousand requests in one piece would be made into a thousand
 * objects first, and everybody else would wait for that. The parser has no public way to stop, so its own callback is replaced.
 */
function readNoMore(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => NOTHING_FOLLOWS;
}
