import type { Server, Socket } from 'node:net';
import type { ProxyProtocolSettings } from '../config/proxy-settings.ts';
import { proxyCheck } from './addresses.ts';
import { nameClient, peerOf } from './client-address.ts';
import type { CutOff } from './limits/connections.ts';
import { parseProxyHeader, type ProxyHeader } from './proxy-header.ts';

export interface ProxyProtocolOptions extends ProxyProtocolSettings {
  /** How long the whole header may take. */
  readonly timeoutMs: number;
  readonly onCutOff: (why: CutOff) => void;
}

/**
 * Each connection starts with a PROXY protocol header. What listens for connections so far (TLS, limits) hears of one when its header has
 * been read, and sees the client's address; what listens later hears of it at once.
 */
export function expectProxyHeaders(server: Server, options: ProxyProtocolOptions): void {
  const isProxy = proxyCheck(options.from);
  const listeners = server.listeners('connection');
  const clients = new Map<string, string>();
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!isProxy(socket.remoteAddress)) return refuse(socket, options);
    readHeader(socket, options, ({ client }) => {
      if (client !== undefined) {
        const peer = peerOf(socket);
        clients.set(peer, client);
        socket.once('close', () => clients.delete(peer));
        nameClient(socket, client);
      }
      for (const listener of listeners) listener.call(server, socket);
    });
  });
  server.prependListener('secureConnection', (socket: Socket) => {
    const client = clients.get(peerOf(socket));
    if (client !== undefined) nameClient(socket, client);
  });
}

function refuse(socket: Socket, { onCutOff }: ProxyProtocolOptions): void {
  onCutOff('proxy_header');
  socket.destroy();
}

function readHeader(socket: Socket, options: ProxyProtocolOptions, onRead: (header: ProxyHeader) => void): void {
  let start = Buffer.alloc(0);
  const done = (): void => {
    clearTimeout(timer);
    socket.off('readable', read).off('end', giveUp).off('close', done).off('error', ignore);
  };
  const giveUp = (): void => {
    done();
    // An error of its end must not end the process.
    refuse(socket.on('error', ignore), options);
  };
  const read = (): void => {
    for (let chunk: Buffer | null; (chunk = socket.read() as Buffer | null); ) start = Buffer.concat([start, chunk]);
    const header = parseProxyHeader(options.version, start);
    if (header === 'more') return;
    if (header === 'malformed') return giveUp();
    done();
    if (start.length > header.bytes) socket.unshift(start.subarray(header.bytes));
    onRead(header);
  };
  const timer = setTimeout(giveUp, options.timeoutMs);
  socket.on('readable', read).once('end', giveUp).once('close', done).on('error', ignore);
}

const ignore = (): void => {};
