// The lower bound of an open page: a bare TLS server that answers once and keeps the connection.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';

const { certFile, keyFile } = JSON.parse(process.env['SETTINGS']!) as Record<'certFile' | 'keyFile', string>;
const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (socket) =>
  socket.on('error', () => {}).on('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n')),
);
await once(server.listen(0, '127.0.0.1'), 'listening');
console.log(JSON.stringify({ msg: 'ready', api: (server.address() as AddressInfo).port, ops: 0 }));
