import { DAY } from '../../apps/service/src/storage/suite/samples.ts';
import { DAYS, type Ground } from './ground.ts';
import { measureHeld, type Held } from './held.ts';
import { stopwatch, threadMs } from './processor-time.ts';
import { timesOf, type Times } from './times.ts';

/** How long batches of retention take, and giving up a whole day where days lie apart. */
export interface Erasure {
  readonly sessions: number;
  readonly batches: number;
  readonly batch: Times;
  /** The most of one batch by processor time: on a machine that others use too, it may wait in the middle. */
  readonly maxCpuMs: number;
  /** Of an embedded store, where a batch holds everything that the process does. */
  readonly held?: Held;
  readonly dayRows?: number;
  readonly dayMs?: number;
}

const BATCH = 100;
const MOST_BATCHES = 300;
/** Its events, and of every other session the attempts to call its merchant. */
const ROWS_A_SESSION = 4.5;

export async function measureErasure(ground: Ground, from: number): Promise<Erasure> {
  const { store, sessions, filled, now } = ground;
  const left = Math.floor((sessions - 1 - from) / 2);
  const step = Math.min(left, MOST_BATCHES * BATCH);
  const held = store.kind === 'sqlite' ? { held: await measureHeld(ground, filled(from + step).createdAt) } : undefined;
  const { createdAt } = filled(from + 2 * step);
  const batches = [
    ...(await timed((limit) => store.sessions.erase(createdAt, limit))),
    ...(await timed((limit) => store.sessions.eraseClaims(now, limit))),
    ...(await timed((limit) => store.attempts.erase(now, limit))),
  ];
  const batch = timesOf(batches.map(({ ms }) => ms));
  const maxCpuMs = Math.max(...batches.map(({ cpuMs }) => cpuMs));
  const day = store.kind === 'postgres' ? await giveUpDays(ground) : undefined;
  return { sessions, batches: batches.length, batch, maxCpuMs, ...held, ...day };
}

/** Each call is one step that nobody else writes in. */
async function timed(erase: (limit: number) => Promise<number>): Promise<{ ms: number; cpuMs: number }[]> {
  const taken: { ms: number; cpuMs: number }[] = [];
  while (taken.length < MOST_BATCHES) {
    const cpuBefore = await threadMs();
    const watch = stopwatch();
    const erased = await erase(BATCH);
    const ms = watch();
    if (erased === 0) break;
    taken.push({ ms, cpuMs: (await threadMs()) - cpuBefore });
  }
  return taken;
}

/** All but the newest day; nothing has been erased of most of them. */
async function giveUpDays({ store, sessions, now }: Ground): Promise<Pick<Erasure, 'dayRows' | 'dayMs'>> {
  const began = performance.now();
  await store.sessions.maintainPartitions(now - DAY, now);
  return { dayRows: Math.round((ROWS_A_SESSION * sessions) / DAYS), dayMs: (performance.now() - began) / DAYS };
}
