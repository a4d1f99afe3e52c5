// The floor of memory: TLS alone. It takes a request of the same size, answers as many bytes as a stream begins with, and holds the connection.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { answerParent } from '../api/child.ts';
import { memory, usage } from '../api/usage.ts';

export interface FloorSetup {
  readonly certFile: string;
  readonly keyFile: string;
}

const ANSWER = `event: session\ndata: ${'x'.repeat(700)}\n\n`;

async function start({ certFile, keyFile }: FloorSetup): Promise<number> {
  const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', () => socket.write(ANSWER));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

answerParent({ start, memory, usage }, async () => {});
