import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { LIMITS } from '@authly/contract/limits';
import type { CutOff } from './bounded-connections.ts';
import { stopReading, watchReading } from './node-internals.ts';

/** Anybody's: so few steps are not worth the counting of turns. */
const FEW_STEPS = 16;
/** What those who come in more steps have together, on all connections of a server. */
const STEPS_TOGETHER = 2048;

/**
 * A TLS record and a piece of a body each cost their reader as much as a long one, and a stranger can make them one byte long: a megabyte
 * of them took a second, in which nobody else was served. Who sends too many at once is cut off; who writes letter by letter, and waits
 * in between, is not.
 */
export function boundCrumbs(server: Server, onCutOff: (why: CutOff) => void): void {
  let together = 0;
  // After Node's own listener, which gives a connection its parser.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    let steps = 0;
    let bytes = 0;
    watchReading(socket, (more) => {
      bytes += more;
      if (++steps === FEW_STEPS) setImmediate(() => (steps = bytes = 0));
      const worth = bytes / LIMITS.crumbBytes;
      if (steps <= FEW_STEPS + worth) return false;
      if (++together === 1) setImmediate(() => (together = 0));
      if (steps <= LIMITS.crumbsAtOnce + worth && together <= STEPS_TOGETHER) return false;
      if (!socket.destroyed) onCutOff('crumbs');
      stopReading(socket);
      return true;
    });
  });
}
