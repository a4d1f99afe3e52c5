import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** As much of a body that nobody wants is heard out, so that its connection can be kept. */
const HEARD_OUT_BYTES = 65_536;
/** How long a client may take to read its answer and to end its side of a connection that we have ended. */
const LINGER_MS = 1000;

/** More of this request's body may follow than anybody wants to hear. */
export function muchFollows({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > HEARD_OUT_BYTES;
}

/** The connection ends with this answer, and the rest of the body is not read: it would cost more than the answer. */
export function endAfter(response: ServerResponse): void {
  const { socket } = response;
  // Node ends it at once, and a sender that still sends would lose the answer with it.
  if (socket !== null) socket.destroySoon = () => endSlowly(socket);
}

/** Says that we have ended and listens no more; the other side has a moment to read what was said. */
export function endSlowly(socket: Socket): void {
  socket.end();
  socket.pause();
  // And once Node has let go of the request, which sets the socket flowing again.
  setImmediate(() => socket.pause());
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
