import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { toNodeHandler } from '../src/adapters/node.ts';
import { createBioApi } from '../src/index.ts';
import { openSqlite, sqliteEnrollments, sqliteNonces } from '../src/stores/sqlite.ts';
import { MERCHANT_ID } from './check-server.ts';

/**
 * A Bio API in several processes on one SQLite file. Forked with the file, the base URL of the service and the number of
 * processes. It says its port, then moves its clock by each number that it is sent and repeats it.
 */
const [file = '', baseUrl = '', processes = ''] = process.argv.slice(2);

if (cluster.isPrimary) {
  const workers = Array.from({ length: Number(processes) }, () => cluster.fork());
  const answers = new Map<number, number>();
  cluster.on('message', (_, message: number) => {
    const count = (answers.get(message) ?? 0) + 1;
    answers.set(message, count === workers.length ? 0 : count);
    if (count === workers.length) process.send!(message);
  });
  process.on('message', (message: number) => workers.forEach((worker) => worker.send(message)));
  process.on('disconnect', () => process.exit());
} else {
  let aheadMs = 0;
  const clock = {
    now: () => Date.now() + aheadMs,
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
  const db = openSqlite(file);
  const stores = { store: sqliteEnrollments(db), nonces: sqliteNonces(db, { clock }) };
  const server = createServer(toNodeHandler(createBioApi({ merchantId: MERCHANT_ID, baseUrl, clock, ...stores })));
  // The next process takes the next call, as behind a load balancer.
  server.maxRequestsPerSocket = 1;
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port));
  process.on('message', (ms: number) => {
    aheadMs += ms;
    process.send!(ms);
  });
}
