import { availableParallelism, cpus } from 'node:os';
import { table } from '../../tools/table.ts';
import type { Floor } from './floor.ts';
import type { Handshake, HostedReport, Options, Spread } from './measure.ts';

const AIMS = { quietPercent: 10, kilobytes: 20, changeMs: 300 };

export function asTable(reports: readonly HostedReport[], floor: Floor, { pages, seconds }: Options): string {
  return [
    `${pages} open event streams on one process, TLS, each with a new link every 10 s; ${seconds} s of quiet. Aim: at most ${AIMS.quietPercent} % of a core, ${AIMS.kilobytes} KB a page beyond TLS, a change seen within ${AIMS.changeMs} ms of its being stored (p99).`,
    `TLS alone, as many bytes sent as often: ${floor.quietPercent.toFixed(1)} % of a core, ${kilobytes(floor.bytesPerConnection)} KB a connection. Young: where V8 puts what is new, by how much is made in a second, not counted with the pages. Stalls: how late a timer came in the bench itself meanwhile, on a machine that others use too.`,
    `Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    table(
      ['store', 'links a second', 'CPU in quiet', 'KB a page', 'beyond TLS', 'of it heap', 'young MB', 'holds'],
      reports.map((report) => [
        report.store,
        report.linksPerSecond.toFixed(0),
        `${report.quietPercent.toFixed(1)} %`,
        kilobytes(report.bytesPerPage),
        kilobytes(report.bytesPerPage - floor.bytesPerConnection),
        kilobytes(report.heapBytesPerPage),
        (report.youngBytes / 2 ** 20).toFixed(0),
        report.quietPercent <= AIMS.quietPercent &&
        report.bytesPerPage - floor.bytesPerConnection <= AIMS.kilobytes * 1024
          ? 'yes'
          : 'NO',
      ]),
    ),
    '',
    table(
      ['store', 'changed by', 'changes', 'p50 ms', 'p99 ms', 'max ms', 'stalls p99 / max', 'holds'],
      reports.flatMap(({ store, movedBy, changeMs, burst, stallMs }) => [
        [store, movedBy, 'one by one', ...times(changeMs), stalls(stallMs), holds(changeMs)],
        [
          store,
          movedBy,
          `${burst.changes} at ${burst.perSecond.toFixed(0)}/s`,
          ...times(burst.ms),
          '',
          holds(burst.ms),
        ],
      ]),
    ),
    '',
    table(
      ['store', 'handshakes', 'a second', 'CPU ms each'],
      reports.flatMap(({ store, handshakes: { full, resumed } }) => [
        [store, 'full', ...figures(full)],
        [store, 'resumed', ...figures(resumed)],
      ]),
    ),
  ].join('\n');
}

const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);
const times = ({ p50, p99, max }: Spread): string[] => [p50, p99, max].map((ms) => ms.toFixed(1));
const stalls = ({ p99, max }: Spread): string => `${p99.toFixed(1)} / ${max.toFixed(1)}`;
const holds = ({ p99 }: Spread): string => (p99 <= AIMS.changeMs ? 'yes' : 'NO');
const figures = ({ perSecond, cpuMs }: Handshake): string[] => [perSecond.toFixed(0), cpuMs.toFixed(2)];

export const asJson = (reports: readonly HostedReport[], floor: Floor, options: Options): string =>
  JSON.stringify({
    ...options,
    aims: AIMS,
    node: process.versions.node,
    cores: availableParallelism(),
    tlsAlone: floor,
    stores: reports,
  });
