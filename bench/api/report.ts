import { availableParallelism, cpus } from 'node:os';
import { table } from '../../tools/table.ts';
import type { Comparison } from './measure.ts';
import type { MemoryReport } from './memory.ts';
import type { StoreKind } from './stage.ts';

export interface StoreReport {
  readonly store: StoreKind;
  readonly comparisons: readonly Comparison[];
  readonly memory: MemoryReport | undefined;
}

export interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
}

export function asTable(reports: readonly StoreReport[], { seconds, rounds, connections }: Options): string {
  const calls = reports.flatMap(({ store, comparisons }) =>
    comparisons.map(({ call, floorDoes, aims, service, floor, ratio, ratioByCpu }) => [
      store,
      call,
      service.perSecond.toFixed(0),
      floor.perSecond.toFixed(0),
      `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`,
      ratioByCpu.toFixed(2),
      String(aims[store] ?? ''),
      `${service.mainThreadUs.toFixed(0)} / ${floor.mainThreadUs.toFixed(0)}`,
      `${service.busy.toFixed(2)} / ${floor.busy.toFixed(2)}`,
      floorDoes,
    ]),
  );
  const memory = reports.flatMap(({ store, memory }) => (memory === undefined ? [] : [memoryRow(store, memory)]));
  return [
    `One process, TLS, ${connections} keep-alive connections; median of ${rounds} rounds of ${seconds} s, service and floor in turns. Aims are of the ratio by CPU.`,
    `Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    table(
      [
        'store',
        'call',
        'service/s',
        'floor/s',
        'ratio (range)',
        'by CPU',
        'aim',
        'main thread µs',
        'busy',
        'the floor',
      ],
      calls,
    ),
    ...(memory.length === 0
      ? []
      : [
          '',
          table(
            ['store', 'requests', 'heap MB first', 'last', 'bytes/request', 'RSS MB first', 'last', 'bytes/request'],
            memory,
          ),
        ]),
  ].join('\n');
}

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

function memoryRow(
  store: string,
  { requests, samples, heapBytesPerRequest, rssBytesPerRequest }: MemoryReport,
): string[] {
  const [first, last] = [samples[0]!, samples.at(-1)!];
  return [
    store,
    String(requests),
    megabytes(first.heapBytes),
    megabytes(last.heapBytes),
    heapBytesPerRequest.toFixed(1),
    megabytes(first.rssBytes),
    megabytes(last.rssBytes),
    rssBytesPerRequest.toFixed(1),
  ];
}

export function asJson(reports: readonly StoreReport[], options: Options): string {
  return JSON.stringify({
    ...options,
    node: process.versions.node,
    cores: availableParallelism(),
    calls: reports.flatMap(({ store, comparisons }) => comparisons.map((comparison) => ({ store, ...comparison }))),
    memory: reports.flatMap(({ store, memory }) => (memory === undefined ? [] : [{ store, ...memory }])),
  });
}
