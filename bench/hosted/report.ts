import { availableParallelism, cpus } from 'node:os';
import { table } from '../table.ts';
import type { HostedReport } from './measure.ts';

const AIMS = { quietPercent: 5, changeMs: 300 };

interface Options {
  readonly pages: number;
  readonly seconds: number;
}

export function asTable(reports: readonly HostedReport[], { pages, seconds }: Options): string {
  const rows = reports.map(({ store, movedBy, quietPercent, changeMs, stallMs }) => [
    store,
    `${quietPercent.toFixed(1)} %`,
    movedBy,
    changeMs.p50.toFixed(1),
    changeMs.p99.toFixed(1),
    changeMs.max.toFixed(1),
    `${stallMs.p99.toFixed(1)} / ${stallMs.max.toFixed(1)}`,
    quietPercent < AIMS.quietPercent && changeMs.max <= AIMS.changeMs ? 'yes' : 'NO',
  ]);
  return [
    `${pages} open event streams on one process, TLS; ${seconds} s of quiet. Aim: below ${AIMS.quietPercent} % of a core, each sees its change within ${AIMS.changeMs} ms of its being stored.`,
    'Stalls: how late a timer came in the bench itself meanwhile, on a machine that others use too.',
    `Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    table(['store', 'CPU in quiet', 'changed by', 'p50 ms', 'p99 ms', 'max ms', 'stalls p99 / max', 'holds'], rows),
  ].join('\n');
}

export const asJson = (reports: readonly HostedReport[], options: Options): string =>
  JSON.stringify({
    ...options,
    aims: AIMS,
    node: process.versions.node,
    cores: availableParallelism(),
    stores: reports,
  });
