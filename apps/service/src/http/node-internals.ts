import type { Socket } from 'node:net';

/**
 * What our bounds use of Node that it does not document: one place to look at with each release of it. Where a release lacks some of it, the
 * test beside this file says what, and which bound would not hold; nothing else would change.
 */
interface Internals {
  readonly parser?: Parser | null;
  readonly _handle?: { readonly fd?: number; readonly writeQueueSize?: number } | null;
  /** What TLS does below a socket that speaks it. */
  readonly ssl?: { destroySSL?: () => void } | null;
}

/** What Node reads HTTP with. It has no public way to be counted or stopped: its own callbacks are replaced. */
interface Parser {
  [callback: number]: unknown;
  onIncoming: () => number;
  /** The numbers of its callbacks. */
  readonly constructor: { readonly kOnBody?: number; readonly kOnExecute?: number };
}
type OnBody = (this: Parser, piece: Buffer) => void;
type OnExecute = (bytesOrError: number | Error) => void;

const internalsOf = (socket: Socket): Internals => socket as unknown as Internals;

/**
 * Calls `isOver` with each step in which a connection is read, and its bytes: with each piece of a body, and with each piece that comes of
 * the connection, a TLS record or what the system had of a plain one, and what of it was no body. Whoever says that it is over has stopped
 * the reading. To be called once Node has given the connection its parser.
 */
export function watchReading(socket: Socket, isOver: (bytes: number) => boolean): void {
  const { parser } = internalsOf(socket);
  if (!parser) return;
  const { kOnBody, kOnExecute } = parser.constructor;
  if (kOnBody === undefined || kOnExecute === undefined) return;
  const onBody = parser[kOnBody] as OnBody;
  const onExecute = parser[kOnExecute] as OnExecute;
  let ofBodies = 0;
  parser[kOnBody] = function (this: Parser, piece: Buffer) {
    ofBodies += piece.length;
    if (!isOver(piece.length)) onBody.call(this, piece);
  };
  parser[kOnExecute] = (bytesOrError: number | Error) => {
    const others = typeof bytesOrError === 'number' ? bytesOrError - ofBodies : 0;
    ofBodies = 0;
    if (!isOver(others)) onExecute(bytesOrError);
  };
  // Before Node's own listener, which lets the parser go to the next connection.
  socket.prependOnceListener('close', () => {
    parser[kOnBody] = onBody;
    parser[kOnExecute] = onExecute;
  });
}

/** What Node's parser takes for "no request follows". */
const NOTHING_FOLLOWS = 2;

/**
 * Closes a connection and reads nothing more of it. Node reads what has come to its end, also when its connection is gone: a thousand
 * requests, or thousands of records, would each be made into objects first, and everybody else would wait for that.
 */
export function stopReading(socket: Socket): void {
  const { parser, ssl } = internalsOf(socket);
  if (parser) stopParser(socket, parser);
  // Not the socket's own `_destroySSL`: it throws where an answer is being written, whose end destroys the socket in between.
  ssl?.destroySSL?.();
  socket.destroy();
}

function stopParser(socket: Socket, parser: Parser): void {
  parser.onIncoming = () => NOTHING_FOLLOWS;
  const { kOnBody } = parser.constructor;
  if (kOnBody === undefined) return;
  const onBody = parser[kOnBody];
  // Cheaper than one that does nothing: without it pieces are not even copied.
  parser[kOnBody] = undefined;
  socket.prependOnceListener('close', () => (parser[kOnBody] = onBody));
}

/** The number of its file, the lowest that was free: a high one says that the process has nearly run out of them, whoever holds them. */
export const fileOf = (socket: Socket): number => internalsOf(socket)._handle?.fd ?? -1;

/** What the system has not taken yet of what was written: below TLS encrypted already, where a slow reader's progress shows byte by byte. */
export const queuedBytes = (socket: Socket): number => internalsOf(socket)._handle?.writeQueueSize ?? 0;
