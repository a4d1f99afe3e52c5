import type { Server, Socket } from 'node:net';
import { addressGroup, proxyCheck } from '../addresses.ts';
import { Shares } from '../../config/shares.ts';

declare module 'node:net' {
  interface Server {
    /** Node documents it; its types do not have it yet. */
    dropMaxConnection: boolean;
  }
}

/** Which limit closed a connection. */
export const CUT_OFFS = ['address', 'all', 'stalled'] as const;
export type CutOff = (typeof CUT_OFFS)[number];

export interface ConnectionLimits {
  readonly connections: number;
  /** Of one address, unless it is a trusted proxy's, which brings everybody's. */
  readonly connectionsPerAddress: number;
  readonly trustedProxies?: readonly string[];
}

/** Connections beyond the limits are closed as they come: before a handshake nothing can be said. */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress, trustedProxies = [] }: ConnectionLimits,
  onCutOff: (why: CutOff) => void,
): void {
  const open = new Shares({ each: connectionsPerAddress });
  const isProxy = proxyCheck(trustedProxies);
  server.maxConnections = connections;
  // Or a full worker would pass the connection on to the next, and so on where all are full.
  server.dropMaxConnection = true;
  server.on('drop', () => onCutOff('all'));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const group = addressGroup(remoteAddress);
    if (open.take(group) === 'taken') {
      socket.once('close', () => open.give(group));
      return;
    }
    onCutOff('address');
    socket.destroy();
  });
}
