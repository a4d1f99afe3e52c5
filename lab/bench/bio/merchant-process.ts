import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { MerchantSettings } from './merchant.ts';

const { certFile, keyFile, replies } = JSON.parse(process.env['SETTINGS']!) as MerchantSettings;
const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (req, res) => {
  const answer = replies[req.url!]!;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) };
  req.resume().on('end', () => res.writeHead(200, headers).end(answer));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
console.log(JSON.stringify({ msg: 'ready', api: (server.address() as AddressInfo).port, ops: 0 }));
