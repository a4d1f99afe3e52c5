import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { judged, median, percentile, say, type Table } from '../bench.ts';
import type { HostileBodies } from './hostile-bodies-worker.ts';
import type { Target } from './target.ts';

const BETWEEN_CALLS_MS = 5;
/** p99 under attack / quiet p99. */
const AIM = 5;
const UNMET = 'One main thread reads these bodies and serves the backend.';
const ATTACKS: Readonly<Record<string, number>> = { 'in one piece': 1, 'in a thousand chunks': 1000 };

export async function hostileBodies(target: Target, seconds: number): Promise<Table['rows']> {
  const rows: Table['rows'][number][] = [];
  for (const [body, chunks] of Object.entries(ATTACKS)) {
    const quiet = await latencies(target, seconds);
    const { ports, ca } = target.server;
    const attacker = new Worker(new URL('hostile-bodies-worker.ts', import.meta.url), {
      workerData: { port: ports.api, ca, chunks } satisfies HostileBodies,
    });
    await once(attacker, 'message');
    const attacked = await latencies(target, seconds);
    await attacker.terminate();
    const ratio = percentile(attacked, 0.99) / percentile(quiet, 0.99);
    say(`hostile bodies ${body}: p99 ${ratio.toFixed(1)} times the quiet one`);
    rows.push({
      body,
      'quiet p50 ms': median(quiet),
      'quiet p99 ms': percentile(quiet, 0.99),
      'p50 ms': median(attacked),
      'p99 ms': percentile(attacked, 0.99),
      'p99 ratio': ratio,
      ...judged(`≤ ${AIM}`, ratio <= AIM, UNMET),
    });
  }
  return rows;
}

/** A backend that alternates between create and result, one call at a time. */
async function latencies({ load, calls }: Target, seconds: number): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(BETWEEN_CALLS_MS)) {
    const began = performance.now();
    const { status } = await load.send((times.length % 2 === 0 ? calls.create : calls.result)());
    if (status >= 300) throw new Error(`a call was answered ${status}`);
    times.push(performance.now() - began);
  }
  return times;
}
