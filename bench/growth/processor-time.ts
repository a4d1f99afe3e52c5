import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';

/** Time on a processor of a process's main thread, as the kernel counts it. Linux alone tells. */
const onCpuMs = (pid: number | 'self'): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Of this thread. While it runs it is counted by ticks of some milliseconds, and exactly once it has slept. */
export async function threadMs(): Promise<number> {
  await setTimeout(1);
  return onCpuMs('self');
}

/** Of the server's processes that work for one database. */
export async function serverTime(url: string, cleanup: AsyncDisposableStack): Promise<() => Promise<number>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  cleanup.defer(() => client.end());
  return async () => {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
    );
    return rows.reduce((sum, { pid }) => sum + onCpuMs(pid), 0);
  };
}
