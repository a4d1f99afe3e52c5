import type { Server, Socket } from 'node:net';
import { addressGroup } from './address-group.ts';
import type { Capacity } from './capacity.ts';
import { fileOf } from './node-internals.ts';
import { Shares } from './shares.ts';
import { proxyCheck } from './trusted-proxies.ts';

export type CutOff = 'address' | 'all' | 'files' | 'stalled' | 'pipelined' | 'crumbs';

type Limits = Pick<Capacity, 'connections' | 'connectionsPerAddress' | 'filesForCallers'>;

/** Connections beyond the limits are closed as they come: before a handshake nothing can be said. */
export function boundConnections(
  server: Server,
  { connections, connectionsPerAddress, filesForCallers }: Limits,
  trustedProxies: readonly string[],
  onCutOff: (why: CutOff) => void,
): void {
  const inAll = new Shares({ inAll: connections });
  const ofAddress = new Shares({ each: connectionsPerAddress });
  const isOfProxy = proxyCheck(trustedProxies);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    // A proxy brings everybody's.
    const group = isOfProxy(remoteAddress) ? undefined : addressGroup(remoteAddress);
    const why = refusal(socket, group);
    if (why !== undefined) {
      onCutOff(why);
      socket.destroy();
      return;
    }
    socket.once('close', () => {
      inAll.give('');
      if (group !== undefined) ofAddress.give(group);
    });
  });

  function refusal(socket: Socket, group: string | undefined): CutOff | undefined {
    if (fileOf(socket) >= filesForCallers) return 'files';
    if (inAll.take('') !== 'taken') return 'all';
    if (group === undefined || ofAddress.take(group) === 'taken') return undefined;
    inAll.give('');
    return 'address';
  }
}
