import { availableParallelism, cpus } from 'node:os';
import { table } from '../../tools/table.ts';
import type { Erasure } from './erasure.ts';
import type { Cost, Growth } from './measure.ts';
import type { Times } from './times.ts';

const AIM = 1.3;
const HELD_AIM_MS = 20;

export interface StoreReport {
  readonly store: string;
  readonly growth: readonly Growth[];
  readonly erasure: readonly Erasure[];
}

/** Of a size against the smallest: by processor time, and by the time that a caller waits. */
const ratios = (cost: Cost, smallest: Cost): { byCpu: number; byTime: number } => ({
  byCpu: (cost.threadUs + cost.serverUs) / (smallest.threadUs + smallest.serverUs),
  byTime: cost.p50Us / smallest.p50Us,
});

const WHO = { disk: 'the disk alone', alone: 'a writer alone', beside: 'a writer while retention erases' };
const figures = ({ p50Ms, p99Ms, maxMs }: Times): string[] => [p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1));

export function asTable(reports: readonly StoreReport[], rounds: number): string {
  const rows = reports.flatMap(({ store, growth }) =>
    growth.flatMap(({ operation, costs }) =>
      costs.map((cost) => {
        const { byCpu, byTime } = ratios(cost, costs[0]!);
        const numbers = [cost.p50Us, cost.threadUs, cost.serverUs].map((value) => value.toFixed(0));
        return [
          store,
          operation,
          String(cost.sessions),
          ...numbers,
          byTime.toFixed(2),
          byCpu.toFixed(2),
          byCpu <= AIM ? 'yes' : 'NO',
        ];
      }),
    ),
  );
  const erased = reports.flatMap(({ store, erasure }) =>
    erasure.map(({ sessions, batches, batch, maxCpuMs, dayRows, dayMs }) => [
      store,
      String(sessions),
      String(batches),
      ...figures(batch),
      maxCpuMs.toFixed(1),
      dayMs === undefined ? '-' : `${dayRows} rows in ${dayMs.toFixed(0)} ms`,
    ]),
  );
  const held = reports.flatMap(({ store, erasure }) =>
    erasure.flatMap(({ sessions, held: of }) =>
      of === undefined
        ? []
        : [
            ...(['disk', 'alone', 'beside'] as const).map((key) => [
              store,
              String(sessions),
              WHO[key],
              ...figures(of[key]),
            ]),
            [store, String(sessions), 'the log emptied afterwards', '-', '-', of.forgetMs.toFixed(1)],
          ],
    ),
  );
  return [
    `Stores filled with a month of sessions, four events each; one call at a time, ${rounds} rounds, the sizes in turns. Ratios against the smallest; aim ${AIM} by CPU.`,
    `Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    table(['store', 'call', 'sessions', 'p50 µs', 'thread µs', 'server µs', 'p50 ratio', 'by CPU', 'holds'], rows),
    '',
    'Batches of retention, each as the sweeper asks, until it is done; on SQLite it may wait for the write-ahead log, and lets others work meanwhile. A day: its events, given up at once.',
    table(['store', 'sessions', 'batches', 'p50 ms', 'p99 ms', 'max ms', 'max CPU ms', 'a whole day'], erased),
    ...(held.length === 0
      ? []
      : [
          '',
          `A writer of the same process, by the clock on the wall less waiting for a processor. Aim while retention erases ${HELD_AIM_MS} ms, what the disk itself takes included.`,
          table(['store', 'sessions', 'what waits', 'p50 ms', 'p99 ms', 'max ms'], held),
        ]),
  ].join('\n');
}

export const asJson = (reports: readonly StoreReport[], rounds: number): string =>
  JSON.stringify({
    rounds,
    aims: { ratio: AIM, heldMs: HELD_AIM_MS },
    node: process.versions.node,
    cores: availableParallelism(),
    stores: reports.map(({ store, growth, erasure }) => ({
      store,
      erasure,
      growth: growth.map(({ operation, of, costs }) => ({
        operation,
        of,
        costs: costs.map((cost) => ({ ...cost, ...ratios(cost, costs[0]!) })),
      })),
    })),
  });
