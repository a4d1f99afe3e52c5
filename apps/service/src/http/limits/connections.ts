import type { Server, Socket } from 'node:net';
import { systemClock, type Clock } from '../../runtime/clock.ts';
import { addressGroups, proxyCheck, type AddressGroups } from '../addresses.ts';
import { Shares } from '../../runtime/shares.ts';
import { OpenConnections } from '../open-connections.ts';
import type { Capacity } from './capacity.ts';
import type { Timeouts } from './timeouts.ts';

export const CUT_OFFS = ['address', 'network', 'idle', 'all', 'stalled'] as const;
export type CutOff = (typeof CUT_OFFS)[number];

interface ConnectionLimits
  extends Pick<Capacity, 'connections' | 'connectionsPerAddress'>,
    Pick<Timeouts, 'stalledMs'> {
  readonly trustedProxies?: readonly string[];
  readonly clock?: Clock;
}

/** Excess connections are closed without a response: before a TLS handshake none can be sent. */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress, stalledMs, trustedProxies = [], clock = systemClock }: ConnectionLimits,
  onCutOff: (why: CutOff) => void,
): OpenConnections {
  const open = new OpenConnections(server, { clock, stalledMs, onStalled: () => onCutOff('stalled') });
  const shares = new Shares({ address: connectionsPerAddress, network: 2 * connectionsPerAddress }, onCutOff);
  const isProxy = proxyCheck(trustedProxies);
  const nearlyFull = connections - Math.ceil(connections / 16);
  server.maxConnections = connections;
  server.on('drop', () => onCutOff('all'));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    // A proxy carries many clients. It counts in the total only.
    const groups: Partial<AddressGroups> = isProxy(remoteAddress) ? {} : addressGroups(remoteAddress);
    if (shares.take(groups) !== undefined) {
      socket.destroy();
      return;
    }
    socket.once('close', () => shares.give(groups));
    open.track(socket, groups.network ?? groups.address);
    if (shares.total > nearlyFull && open.cutIdle(socket)) onCutOff('idle');
  });
  return open;
}
