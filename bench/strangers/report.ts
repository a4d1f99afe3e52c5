import { availableParallelism, cpus } from 'node:os';
import { table } from '../../tools/table.ts';
import type { Attacked } from './measure.ts';

/** How much longer other callers may wait, and how much more memory may be left in use. */
const AIMS = { ratio: 2, heapBytes: 5 * 1_048_576 };

const ratio = ({ quietMs, attackedMs }: Attacked): number => attackedMs.p99 / quietMs.p99;
const grown = ({ before, after }: Attacked): number => after.heapBytes - before.heapBytes;
const mib = (bytes: number): string => (bytes / 1_048_576).toFixed(0);

export function asTable(attacked: readonly Attacked[], seconds: number): string {
  const rows = attacked.map((each) => [
    each.attack,
    `${each.quietMs.median.toFixed(1)} / ${each.quietMs.p99.toFixed(1)}`,
    `${each.attackedMs.median.toFixed(1)} / ${each.attackedMs.p99.toFixed(1)}`,
    ratio(each).toFixed(2),
    `${mib(each.before.heapBytes)} → ${mib(each.after.heapBytes)}`,
    `${mib(each.before.rssBytes)} → ${mib(each.after.rssBytes)}`,
    ratio(each) <= AIMS.ratio && grown(each) <= AIMS.heapBytes ? 'yes' : 'NO',
  ]);
  return [
    `A backend's calls in quiet and while strangers attack, ${seconds} s each. Aim: p99 at most ${AIMS.ratio} times that of quiet, the heap back where it was (${mib(AIMS.heapBytes)} MiB).`,
    `Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    table(['attack', 'quiet ms p50 / p99', 'in it p50 / p99', 'ratio', 'heap MiB', 'RSS MiB', 'holds'], rows),
  ].join('\n');
}

export const asJson = (attacked: readonly Attacked[], seconds: number): string =>
  JSON.stringify({
    seconds,
    aims: AIMS,
    node: process.versions.node,
    cores: availableParallelism(),
    attacks: attacked.map((each) => ({ ...each, ratio: ratio(each) })),
  });
