// The floor: TLS alone. It takes a request of the same size, answers as many bytes as a stream begins with, and sends as many as often as links do.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { HOSTED_HEARTBEAT_MS } from '@authly/contract/session-times';
import { answerParent } from '../api/child.ts';
import { memory, usage } from '../api/usage.ts';

export interface FloorSetup {
  readonly certFile: string;
  readonly keyFile: string;
}

const ANSWER = `event: session\ndata: ${'x'.repeat(700)}\n\n`;
const LINK = `event: link\ndata: ${'x'.repeat(460)}\n\n`;

async function start({ certFile, keyFile }: FloorSetup): Promise<number> {
  const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write(ANSWER));
    const links = setInterval(() => socket.write(LINK), HOSTED_HEARTBEAT_MS);
    socket.on('close', () => clearInterval(links));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

answerParent({ start, memory, usage }, async () => {});
