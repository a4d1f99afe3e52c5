import { setTimeout as pause } from 'node:timers/promises';
import { holds, percentile, say, type StoreKind, type Table } from '../bench.ts';
import type { Target } from './target.ts';
import { Load, type Call } from './load.ts';

const TIMES = 3;
const AIM = { goodput: 0.7, p99Ms: 1000 };
/** More than the service can serve at once, below its connection limit. */
const CONNECTIONS = 2000;
/** The service may accept a burst in the first seconds, so they do not count. */
const LEAD_MS = 2000;

export async function overload(store: StoreKind, target: Target, seconds: number): Promise<Table['rows']> {
  const { server, load, calls } = target;
  const many = new Load(server, CONNECTIONS);
  // The handshakes are done before the measurement.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => many.send(calls.result())));
  const rows: Table['rows'][number][] = [];
  for (const call of ['create', 'result'] as const) {
    const { requests, ms } = await load.forMs(seconds * 1000, calls[call]);
    const capacity = (1000 * requests) / ms;
    const { sent, acceptedMs } = await arrive(many, calls[call], capacity * TIMES, seconds * 1000);
    const [goodput, p99] = [acceptedMs.length / seconds / capacity, percentile(acceptedMs, 0.99)];
    say(`${store}: overload, ${call} ${goodput.toFixed(2)}`);
    rows.push({
      store,
      call,
      'capacity/s': Math.round(capacity),
      'sent/s': Math.round(sent / seconds),
      goodput,
      'p99 ms': p99,
      aim: `≥ ${AIM.goodput}, p99 ≤ ${AIM.p99Ms} ms`,
      holds: holds(goodput >= AIM.goodput && p99 <= AIM.p99Ms),
    });
  }
  await many.close();
  return rows;
}

/** Sends requests at a fixed rate. A request that finds no free connection is dropped. */
async function arrive(
  load: Load,
  next: () => Call,
  perSecond: number,
  ms: number,
): Promise<{ sent: number; acceptedMs: number[] }> {
  const counted = { sent: 0, acceptedMs: [] as number[] };
  const open = new Set<Promise<void>>();
  const began = performance.now();
  const send = async (dueAt: number): Promise<void> => {
    const isCounted = dueAt >= LEAD_MS;
    if (isCounted) counted.sent++;
    const { status, text } = await load.send(next());
    if (status < 300) {
      if (isCounted) counted.acceptedMs.push(performance.now() - began - dueAt);
    } else if (status !== 503) throw new Error(`answer ${status}: ${text}`);
  };
  for (let due = 0; performance.now() - began < LEAD_MS + ms; await pause(1))
    for (; due < (perSecond * (performance.now() - began)) / 1000; due++) {
      if (open.size >= CONNECTIONS) continue;
      const sending = send((due * 1000) / perSecond).finally(() => open.delete(sending));
      open.add(sending);
    }
  await Promise.all(open);
  return counted;
}
