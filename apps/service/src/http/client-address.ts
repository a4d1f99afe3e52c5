import type { Socket } from 'node:net';

const peers = new WeakMap<Socket, string>();

/** The other end of a connection: the same for a socket and for what TLS makes of it. */
export const peerOf = (socket: Socket): string => peers.get(socket) ?? `${socket.remoteAddress} ${socket.remotePort}`;

/** From now on the socket has the client's address instead of the proxy's: limits, logs and Fastify read it there. */
export function nameClient(socket: Socket, address: string): void {
  peers.set(socket, peerOf(socket));
  Object.defineProperty(socket, 'remoteAddress', { value: address });
}
