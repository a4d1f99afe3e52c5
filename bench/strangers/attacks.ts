import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { OPERATIONS } from '@authly/contract/operations';
import { tlsRecords } from '../../apps/service/test/tls-records.ts';
import { bytesOf, chunkedBytesOf, crumbledBytesOf, forgedAccessToken, MIB, numbers } from '../refusals/requests.ts';

/** What strangers know: where the service is, and a token that was somebody's. */
export interface Target {
  readonly port: number;
  readonly ca: string;
  readonly token: string;
  readonly hostedToken: string;
}

/** Resolves once it is under way, with what ends it. */
type Attack = (target: Target) => Promise<() => void>;

const PAGE = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
// Made once: what it costs strangers to make them is not measured.
const CLAIM = bytesOf('claimSession', { body: numbers(MIB) });
const SMALL_CLAIM = bytesOf('claimSession', { body: numbers(4096) });
const CREATION = bytesOf('createEnrollmentSession', { body: numbers(MIB) });
const PIECE = chunkedBytesOf('createEnrollmentSession', { body: numbers(MIB) });
const CLAIM_HEAD = `POST ${OPERATIONS.claimSession.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4096\r\n\r\n`;
const CRUMBS = crumbledBytesOf('createEnrollmentSession', { body: numbers(MIB) });
const MANY = Buffer.concat(Array<Buffer>(1000).fill(bytesOf('listSigningKeys', {})));

export const ATTACKS: Readonly<Record<string, Attack>> = {
  '1 MiB of numbers to the claims, 20 a second': bodies(20, () => CLAIM),
  '4 KiB of numbers to the claims, 100 a second': bodies(100, () => SMALL_CLAIM),
  '1 MiB to the creations without a token, 20 a second': bodies(20, () => CREATION),
  '1 MiB without a length to the creations, 10 a second': bodies(10, () => PIECE),
  '1 MiB in pieces of one byte to the creations, 3 a second': bodies(3, () => CRUMBS),
  '5,000 TLS records of one byte at once, 5 a second': records,
  'forged access tokens, 100 a second': bodies(100, ({ token }) =>
    bytesOf('createEnrollmentSession', { token: forgedAccessToken(token), body: '{}' }),
  ),
  '3,000 silent connections of one address': silent,
  '300 forms that stop halfway': halves,
  '100 readers that ask for pages and read nothing': readers(20),
  '100 readers that ask at one moment and read nothing': readers(1),
  '300 event streams of one session': streams,
  '1,000 requests at once on a connection, 5 a second': bodies(5, () => MANY),
};

/** Strangers are not where the other callers are. */
const FROM = { host: '127.0.0.1', localAddress: '127.0.0.2' };

const secure = ({ port, ca }: Target): Socket =>
  connectTls({ ...FROM, port, ca, servername: 'localhost' }).on('error', () => {});

/** So many requests a second, each on a connection of its own, whose answer nobody waits for. */
function bodies(perSecond: number, bytes: (target: Target) => Buffer): Attack {
  return async (target) => {
    const open = new Set<Socket>();
    const sending = setInterval(() => {
      const socket = secure(target);
      open.add(socket);
      socket.write(bytes(target));
      socket.once('data', () => socket.destroy()).once('close', () => open.delete(socket));
    }, 1000 / perSecond);
    return () => {
      clearInterval(sending);
      for (const socket of open) socket.destroy();
    };
  };
}

async function records({ port, ca }: Target): Promise<() => void> {
  const open = new Set<Socket>();
  const sendAll = async (): Promise<void> => {
    const { socket, write, send } = await tlsRecords({ ...FROM, port }, ca);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    await write(CLAIM_HEAD);
    for (let i = 0; i < 5000; i++) await write(' ');
    send();
  };
  const sending = setInterval(() => void sendAll(), 200);
  return () => {
    clearInterval(sending);
    for (const socket of open) socket.destroy();
  };
}

/** Keeps a number of connections open: whatever is closed is opened again within a second. */
async function keepOpen(count: number, open: () => Socket): Promise<() => void> {
  const sockets = new Set<Socket>();
  const fill = (): void => {
    while (sockets.size < count) {
      const socket = open();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
  };
  fill();
  await Promise.all(
    Array.from(sockets, (socket) => Promise.race([once(socket, 'ready'), once(socket, 'close')]).catch(() => {})),
  );
  const filling = setInterval(fill, 1000);
  return () => {
    clearInterval(filling);
    for (const socket of sockets) socket.destroy();
  };
}

async function silent({ port }: Target): Promise<() => void> {
  return keepOpen(3000, () => connectPlain({ ...FROM, port }).on('error', () => {}));
}

async function halves(target: Target): Promise<() => void> {
  const head = `POST ${OPERATIONS.issueToken.path} HTTP/1.1\r\nHost: x\r\nContent-Length: 65536\r\n\r\n`;
  return keepOpen(300, () => {
    const socket = secure(target);
    socket.write(head + 'x'.repeat(40_000));
    return socket;
  });
}

/** Each asks twice a second: all at so many moments, or all at one. */
function readers(moments: number): Attack {
  return async (target) => {
    const sockets = new Set<Socket>();
    const end = await keepOpen(100, () => {
      const socket = secure(target);
      socket.pause();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    });
    let moment = 0;
    const asking = setInterval(() => {
      moment = (moment + 1) % moments;
      Array.from(sockets).forEach((socket, i) => i % moments === moment && socket.write(PAGE));
    }, 500 / moments);
    return () => {
      clearInterval(asking);
      end();
    };
  };
}

async function streams(target: Target): Promise<() => void> {
  const ask = bytesOf('hostedEvents', { token: target.hostedToken });
  return keepOpen(300, () => {
    const socket = secure(target);
    socket.write(ask);
    return socket.resume();
  });
}
