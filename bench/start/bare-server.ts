// The least that a service in TypeScript behind TLS takes to start: one fastify route, no log, no store.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const [certFile, keyFile] = process.argv.slice(2) as [string, string];
const server = Fastify({ https: { cert: readFileSync(certFile), key: readFileSync(keyFile) } });
server.get('/', async () => 'hello');
await server.listen({ host: '127.0.0.1', port: 0 });
console.log('ready');
process.on('SIGTERM', () => process.exit(0));
