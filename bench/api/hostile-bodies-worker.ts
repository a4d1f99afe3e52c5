// Sends bodies of 1 MiB without a token, each on its own connection, in a thread whose cost is not measured.
import { connect, type TLSSocket } from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';
import { OPERATIONS } from '@authly/contract/operations';

export interface HostileBodies {
  readonly port: number;
  readonly ca: string;
  /** Number of chunks. 1: the body has a Content-Length. */
  readonly chunks: number;
}

const PER_SECOND = 20;
/** The backend uses another address. */
const FROM = { host: '127.0.0.1', localAddress: '127.0.0.2' };
const BODY = Buffer.alloc(2 ** 20, '1,');
const { port, ca, chunks } = workerData as HostileBodies;
const head = `POST ${OPERATIONS.createEnrollmentSession.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
const bytes = Buffer.concat(chunks === 1 ? inOnePiece() : inChunks());
const open = new Set<TLSSocket>();

setInterval(() => {
  const socket = connect({ ...FROM, port, servername: 'localhost', ca });
  open.add(socket);
  socket
    .on('error', () => {})
    .once('data', () => socket.destroy())
    .once('close', () => open.delete(socket));
  socket.write(bytes);
}, 1000 / PER_SECOND);
parentPort!.postMessage('begun');

function inOnePiece(): Buffer[] {
  return [Buffer.from(`${head}Content-Length: ${BODY.length}\r\n\r\n`), BODY];
}

function inChunks(): Buffer[] {
  const size = Math.ceil(BODY.length / chunks);
  const pieces = Array.from({ length: chunks }, (_, i) => BODY.subarray(i * size, (i + 1) * size)).filter(
    ({ length }) => length > 0,
  );
  const framed = pieces.flatMap((piece) => [
    Buffer.from(`${piece.length.toString(16)}\r\n`),
    piece,
    Buffer.from('\r\n'),
  ]);
  return [Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n`), ...framed, Buffer.from('0\r\n\r\n')];
}
