import type { Server } from 'node:https';
import type { Socket } from 'node:net';

/** Closes the oldest idle connection: idle ones of any local program must not keep the paired page out. */
export function evictIdle(server: Server, atMost: number): void {
  const open = new Set<Socket>();
  /** Connections are identified by the client's port, because server and request see different socket objects. */
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
