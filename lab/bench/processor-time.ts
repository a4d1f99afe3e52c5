import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';

/** Unit of /proc/PID/stat. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process, its threads included, in milliseconds. */
export const processMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + taskMs(`/proc/${pid}/task/${task}`), 0);

const taskMs = (folder: string): number => Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;

/** Processor time of this process so far, in milliseconds. */
export function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The parent of a process, and the processor time of the children that it has waited for. */
function statOf(pid: number): { parent: number; reapedMs: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[13]) + Number(fields[14]);
  return { parent: Number(fields[1]), reapedMs: (ticks * 1000) / TICKS_PER_SECOND };
}

/** Processor time of a whole Postgres server so far. */
export async function postgresTime(url: string): Promise<() => number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { parent: postmaster } = statOf(rows[0]!.pid);
  await client.end();
  return () =>
    processMs(postmaster) + statOf(postmaster).reapedMs + childrenMs(postmaster).reduce((sum, ms) => sum + ms, 0);
}

function childrenMs(pid: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return statOf(Number(name)).parent === pid ? [processMs(Number(name))] : [];
    } catch {
      // The process has ended.
      return [];
    }
  });
}
