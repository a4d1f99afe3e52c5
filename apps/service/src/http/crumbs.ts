import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { CutOff } from './bounded-connections.ts';

/** Steps in which one connection may be read in one turn of the event loop, and one more for so many bytes. */
const FREE_STEPS = 512;
const BYTES_A_STEP = 128;
/** So few are not worth the counting of turns. */
const FEW_STEPS = 64;

/**
 * A TLS record and a piece of a body each cost their reader as much as a long one, and a stranger can make them one byte long: a megabyte
 * of them took a second, in which nobody else was served. Who sends too many at once is cut off; who writes letter by letter, and waits
 * in between, is not.
 */
export function boundCrumbs(server: Server, onCutOff: (why: CutOff) => void): void {
  // After Node's own listener, which gives a connection its parser.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    const { parser } = socket as Socket & { parser?: Parser | null };
    if (parser) countSteps(socket, parser, () => onCutOff('crumbs'));
  });
}

/** What Node reads HTTP with. It has no public way to be counted or stopped: its own callbacks are replaced. */
interface Parser {
  [callback: number]: unknown;
  /** The numbers of its callbacks. */
  readonly constructor: { readonly kOnBody: number; readonly kOnExecute: number };
}

function countSteps(socket: Socket, parser: Parser, onTooMany: () => void): void {
  const { kOnBody, kOnExecute } = parser.constructor;
  const onBody = parser[kOnBody] as (this: Parser, piece: Buffer) => void;
  const onExecute = parser[kOnExecute] as (bytesOrError: number | Error) => void;
  let steps = 0;
  let bytes = 0;
  const isTooMany = (): boolean => {
    if (++steps === FEW_STEPS) setImmediate(() => (steps = bytes = 0));
    if (steps <= FREE_STEPS + bytes / BYTES_A_STEP) return false;
    // What has already come would be read to its end, also when the connection is gone.
    parser[kOnBody] = undefined;
    (socket as Socket & { _destroySSL?: () => void })._destroySSL?.();
    if (!socket.destroyed) onTooMany();
    socket.destroy();
    return true;
  };
  parser[kOnBody] = function (this: Parser, piece: Buffer) {
    if (!isTooMany()) onBody.call(this, piece);
  };
  parser[kOnExecute] = (bytesOrError: number | Error) => {
    if (typeof bytesOrError === 'number') bytes += bytesOrError;
    if (!isTooMany()) onExecute(bytesOrError);
  };
  // Before Node's own listener, which lets the parser go to the next connection.
  socket.prependOnceListener('close', () => {
    parser[kOnBody] = onBody;
    parser[kOnExecute] = onExecute;
  });
}
