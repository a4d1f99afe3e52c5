import type { Server, Socket } from 'node:net';
import { addressGroup } from './address-group.ts';
import type { CutOff } from './bounded-connections.ts';
import { fileOf } from './node-internals.ts';
import { OpenConnections } from './open-connections.ts';
import { proxyCheck } from './trusted-proxies.ts';

interface Room {
  readonly connections: number;
  /** Of one address, unless it is a trusted proxy's, which brings everybody's. */
  readonly connectionsPerAddress: number;
  readonly trustedProxies?: readonly string[];
  /** No connection gets a file as high as this. */
  readonly filesForCallers?: number;
}

/**
 * For a port of a few connections. One more than there may be takes the place of the one that has been here longest and is not being
 * answered: nobody keeps others out by holding connections on which nothing is asked.
 */
export function keepRoom(server: Server, room: Room, onCutOff: (why: CutOff) => void): void {
  const { connections, connectionsPerAddress, trustedProxies = [], filesForCallers = Infinity } = room;
  const open = new OpenConnections(server);
  const isOfProxy = proxyCheck(trustedProxies);
  const cutOff = (why: CutOff, newcomer: Socket, group?: string): void => {
    onCutOff(why);
    if (!open.makeRoom(newcomer, group)) newcomer.destroy();
  };
  // After the listener by which it is counted itself.
  server.on('connection', (newcomer: Socket) => {
    const { remoteAddress = '' } = newcomer;
    const group = isOfProxy(remoteAddress) ? undefined : addressGroup(remoteAddress);
    if (fileOf(newcomer) >= filesForCallers) {
      onCutOff('files');
      newcomer.destroy();
    } else if (group !== undefined && open.count(group) > connectionsPerAddress) cutOff('address', newcomer, group);
    else if (open.count() > connections) cutOff('all', newcomer);
  });
}
