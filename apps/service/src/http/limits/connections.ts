import type { Server, Socket } from 'node:net';
import { addressGroups, proxyCheck, type AddressGroups } from '../addresses.ts';
import { Shares } from '../../runtime/shares.ts';
import { OpenConnections } from '../open-connections.ts';
import type { Capacity } from './capacity.ts';

export const CUT_OFFS = ['address', 'network', 'idle', 'all', 'stalled'] as const;
export type CutOff = (typeof CUT_OFFS)[number];

interface ConnectionLimits extends Pick<Capacity, 'connections' | 'connectionsPerAddress'> {
  readonly trustedProxies?: readonly string[];
}

/** Excess connections are closed without a response: before a TLS handshake none can be sent. */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress, trustedProxies = [] }: ConnectionLimits,
  onCutOff: (why: CutOff) => void,
): OpenConnections {
  const open = new OpenConnections(server);
  const shares = new Shares({ address: connectionsPerAddress, network: 2 * connectionsPerAddress }, onCutOff);
  const groupsOf = new WeakMap<Socket, AddressGroups>();
  const isProxy = proxyCheck(trustedProxies);
  const nearlyFull = connections - Math.ceil(connections / 16);
  server.maxConnections = connections;
  server.on('drop', () => onCutOff('all'));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    // A proxy carries many clients. It counts in the total only.
    const groups = isProxy(remoteAddress) ? undefined : addressGroups(remoteAddress);
    if (shares.take(groups ?? {}) !== undefined) {
      socket.destroy();
      return;
    }
    socket.once('close', () => shares.give(groups ?? {}));
    if (groups !== undefined) groupsOf.set(socket, groups);
    if (shares.total > nearlyFull && open.cutIdle(socket, (idle) => sizeOf(groupsOf.get(idle), shares)))
      onCutOff('idle');
  });
  return open;
}

/** The connections of its widest group. */
function sizeOf(groups: AddressGroups | undefined, shares: Shares<keyof AddressGroups>): number {
  if (groups === undefined) return 0;
  const { address, network } = groups;
  return network === undefined ? shares.held('address', address) : shares.held('network', network);
}
