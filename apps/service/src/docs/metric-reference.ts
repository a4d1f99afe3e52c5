import { Metrics, type Figure } from '../metrics.ts';
import { code } from './fields.ts';
import type { Section } from './section.ts';

/** Those that a client library for Node counts of any process. */
const isOfNode = ({ name }: Figure): boolean => !name.startsWith('authly_');

/** What `/metrics` shows on the operators' port. */
export function metricReference(): Section[] {
  const figures = new Metrics({ version: '', environment: '' })
    .catalogue()
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return [
    section('service', 'What the service counts', {
      columns: ['Metric', 'Kind', 'Labels', 'Meaning'],
      rows: figures
        .filter((figure) => !isOfNode(figure))
        .map(({ name, kind, labels, help }) => [code(name), kind, labels.map(code).join(', '), help]),
    }),
    section('process', 'What is counted of any process', {
      columns: ['Metric', 'Kind', 'Meaning'],
      rows: figures.filter(isOfNode).map(({ name, kind, help }) => [code(name), kind, help]),
    }),
  ];
}

const section = (id: string, title: string, table: NonNullable<Section['table']>): Section => ({
  id,
  title,
  level: 2,
  table,
});
