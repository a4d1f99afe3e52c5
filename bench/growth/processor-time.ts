import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';

/** Of a process's main thread, as the kernel counts: time on a processor, and time that it waited for one. Linux alone tells. */
const schedulingMs = (pid: number | 'self'): [onCpu: number, queued: number] => {
  const [onCpu, queued] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return [Number(onCpu) / 1e6, Number(queued) / 1e6];
};
const onCpuMs = (pid: number | 'self'): number => schedulingMs(pid)[0];

/** How long something takes by the clock on the wall, less what this thread waited for a processor that others had. */
export function stopwatch(): () => number {
  const [began, [, queued]] = [performance.now(), schedulingMs('self')];
  return () => performance.now() - began - (schedulingMs('self')[1] - queued);
}

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
