import { availableParallelism, cpus } from 'node:os';
import { table } from '../../tools/table.ts';
import type { Comparison, Pace } from './measure.ts';

/** Of the ratio by CPU. */
const AIM = 0.65;

export function asTable(comparisons: readonly Comparison[], { seconds, rounds, atOnce }: Pace): string {
  const rows = comparisons.map(({ call, signed, plain, ratio, ratioByCpu }) => [
    call,
    signed.perSecond.toFixed(0),
    plain.perSecond.toFixed(0),
    `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`,
    ratioByCpu.toFixed(2),
    `${signed.cpuUs.toFixed(0)} / ${plain.cpuUs.toFixed(0)}`,
    `${signed.mainThreadUs.toFixed(0)} / ${plain.mainThreadUs.toFixed(0)}`,
  ]);
  return [
    `Calls to a merchant over TLS, ${atOnce} at once; median of ${rounds} rounds of ${seconds} s, signed and plain in turns. Aim by CPU: ${AIM}.`,
    `Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    table(['call', 'signed/s', 'plain/s', 'ratio (range)', 'by CPU', 'CPU µs', 'main thread µs'], rows),
  ].join('\n');
}

export function asJson(comparisons: readonly Comparison[], pace: Pace): string {
  return JSON.stringify({
    ...pace,
    aim: AIM,
    node: process.versions.node,
    cores: availableParallelism(),
    calls: comparisons,
  });
}
