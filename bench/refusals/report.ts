import { availableParallelism, cpus } from 'node:os';
import { table } from '../../tools/table.ts';
import type { Cost, Pace } from './measure.ts';

const ratio = ({ us, servedUs }: Cost): number => us / servedUs;

export function asTable(costs: readonly Cost[], { rounds, requests }: Pace): string {
  const rows = costs.map((cost) => [
    cost.endpoint,
    String(cost.status),
    cost.what,
    cost.us.toFixed(0),
    cost.servedUs.toFixed(0),
    ratio(cost).toFixed(2),
    ratio(cost) < 1 ? 'yes' : 'NO',
  ]);
  return [
    `Processor time of the service in µs a request, TLS, embedded store; the least of ${rounds} rounds of ${requests}. A refusal costs less than a served request of the same endpoint.`,
    `Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    table(['endpoint', 'answer', 'refused for', 'µs', 'served µs', 'ratio', 'holds'], rows),
    '',
    `The dearest refusal of all: ${Math.max(...costs.map(ratio)).toFixed(2)} of what is served.`,
  ].join('\n');
}

export const asJson = (costs: readonly Cost[], pace: Pace): string =>
  JSON.stringify({
    ...pace,
    node: process.versions.node,
    cores: availableParallelism(),
    refusals: costs.map((cost) => ({ ...cost, ratio: ratio(cost) })),
  });
