import type { Server, Socket } from 'node:net';
import { addressGroup, proxyCheck } from '../addresses.ts';
import { Shares } from '../../config/shares.ts';
import type { Capacity } from './capacity.ts';

declare module 'node:net' {
  interface Server {
    /** Documented by Node, but missing in its types. */
    dropMaxConnection: boolean;
  }
}

export const CUT_OFFS = ['address', 'all', 'stalled'] as const;
export type CutOff = (typeof CUT_OFFS)[number];

interface ConnectionLimits extends Pick<Capacity, 'connections' | 'connectionsPerAddress'> {
  readonly trustedProxies?: readonly string[];
}

/** Excess connections are closed without a response: before a TLS handshake none can be sent. */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress, trustedProxies = [] }: ConnectionLimits,
  onCutOff: (why: CutOff) => void,
): void {
  const open = new Shares({ each: connectionsPerAddress });
  const isProxy = proxyCheck(trustedProxies);
  server.maxConnections = connections;
  // Otherwise a full worker would pass the connection to the next worker.
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
