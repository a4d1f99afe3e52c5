import type { Server } from 'node:https';
import type { Socket } from 'node:net';

/**
 * Beyond this many connections the oldest one without a request in progress is closed: any program of this machine can open silent ones, and
 * they must not keep the paired page out.
 */
export function makeRoom(server: Server, atMost: number): void {
  const open = new Set<Socket>();
  /** By the client's port: of one connection, the socket here is another object than that of its requests. */
  const busy = new Set<number | undefined>();
  server.on('connection', (socket: Socket) => {
    if (open.size >= atMost) {
      const idle = [...open].find(({ remotePort }) => !busy.has(remotePort)) ?? socket;
      open.delete(idle.destroy());
    }
    if (socket.destroyed) return;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket: { remotePort } }, response) => {
    busy.add(remotePort);
    response.once('close', () => busy.delete(remotePort));
  });
}
