import { Metrics, type Figure } from '../metrics.ts';
import { code } from './fields.ts';
import type { Section } from './section.ts';

/** Those that a client library for Node counts of any process. */
const isOfNode = ({ name }: Figure): boolean => !name.startsWith('authly_');

/** What `/metrics` shows on the operators' port. */
export function metricReference(): Section[] {
  const figures = new Metrics({ version: '', environment: '' }).catalogue();
  return [
    section(
      'service',
      'What the service counts',
      figures.filter((figure) => !isOfNode(figure)),
    ),
    section('process', 'What is counted of any process', figures.filter(isOfNode)),
  ];
}

const section = (id: string, title: string, figures: readonly Figure[]): Section => ({
  id,
  title,
  level: 2,
  table: {
    columns: ['Metric', 'Kind', 'Labels', 'Meaning'],
    rows: figures
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      .map(({ name, kind, labels, help }) => [code(name), kind, labels.map(code).join(', '), help]),
  },
});
