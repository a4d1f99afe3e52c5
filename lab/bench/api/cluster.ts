import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { openStore, type StoreOptions } from '../../../apps/service/src/storage/open-store.ts';
import { moveOf, walked } from '../../../apps/service/src/storage/test/samples.ts';
import { createDatabase, startPostgres } from '../../../test/postgres-server.ts';
import { percentile, say, type Table } from '../bench.ts';

const PROCESS = join(import.meta.dirname, 'cluster-process.ts');
const PROCESSES = [1, 2, 4];
const COMMIT_MS = [1, 5, 10];
/** Between two changes whose way to another process is timed. */
const CHANGE_EVERY_MS = 25;

/** Moves of several processes on one Postgres whose commits take this long, as with a standby in another zone. */
export async function cluster(seconds: number): Promise<Table['rows']> {
  await using cleanup = new AsyncDisposableStack();
  const server = await startPostgres({ durable: true });
  cleanup.defer(() => server.remove());
  const rows = [];
  for (const ms of COMMIT_MS) {
    await delayCommits(server.url, ms);
    const database = await createDatabase(server.url);
    const options: StoreOptions = { dataDir: '', databaseUrl: database.url, environment: 'test' };
    await (await openStore(options)).close();
    for (const count of PROCESSES) {
      const children = await Promise.all(Array.from({ length: count }, () => started(options)));
      const done = Promise.all(children.map((child) => answerOf(child, seconds * 1000)));
      const seen = await timesUntilSeen(options, seconds * 1000);
      const moves = (await done).reduce((sum, each) => sum + each, 0);
      const perSecond = Math.round(moves / seconds);
      say(`commits of ${ms} ms, ${count} processes: ${perSecond} moves/s`);
      rows.push({
        'commit ms': ms,
        processes: count,
        'moves/s': perSecond,
        'seen elsewhere p99 ms': Math.round(percentile(seen, 0.99)),
      });
    }
    await database.drop();
  }
  return rows;
}

/** The server waits before it flushes, also for a single commit. */
async function delayCommits(url: string, ms: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const setting of [`commit_delay = ${ms * 1000}`, 'commit_siblings = 0'])
    await client.query(`ALTER SYSTEM SET ${setting}`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}

async function started(options: StoreOptions): Promise<ChildProcess> {
  const child = fork(PROCESS, [JSON.stringify(options)]);
  await once(child, 'message');
  return child;
}

async function answerOf(child: ChildProcess, ms: number): Promise<number> {
  child.send(ms);
  const [moves] = (await once(child, 'message')) as [number];
  return moves;
}

/** Milliseconds from a move's commit until another process is notified. */
async function timesUntilSeen(options: StoreOptions, ms: number): Promise<number[]> {
  const [mover, listener] = [await openStore(options), await openStore(options)];
  const times: number[] = [];
  const heardAt = new Map<string, number>();
  listener.sessions.onChange((id) => heardAt.set(id, performance.now()));
  for (const until = performance.now() + ms; performance.now() < until; ) {
    const session = await walked(mover, [], { createdAt: Date.now() });
    await mover.sessions.move(moveOf(session, { event: 'open' }));
    const movedAt = performance.now();
    void pause(1000).then(() => times.push((heardAt.get(session.id) ?? Infinity) - movedAt));
    await pause(CHANGE_EVERY_MS);
  }
  await pause(1000);
  await Promise.all([mover.close(), listener.close()]);
  return times;
}
