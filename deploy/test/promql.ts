import { parser } from '@prometheus-io/lezer-promql';

interface Selector {
  readonly metric: string;
  /** Label matchers: name, operator, value. */
  readonly labels: readonly (readonly [name: string, operator: string, value: string])[];
}

export interface Query {
  readonly selectors: readonly Selector[];
  /** Labels of `by (…)`. */
  readonly groups: readonly string[];
}

/** Parses a query with Prometheus' own grammar. Throws on a syntax error. */
export function readQuery(text: string): Query {
  const selectors: { metric: string; labels: [string, string, string][] }[] = [];
  const groups: string[] = [];
  parser.parse(text).iterate({
    enter({ name, from, to, node }) {
      if (name === '⚠') throw new Error(`not PromQL at ${from}: ${text}`);
      if (name === 'VectorSelector') {
        const metric = node.getChild('Identifier');
        selectors.push({ metric: metric ? text.slice(metric.from, metric.to) : '', labels: [] });
      }
      if (name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] =
          /^\s*(\w+)\s*(=~|!~|!=|=)\s*"(.*)"\s*$/s.exec(text.slice(from, to)) ?? [];
        selectors.at(-1)!.labels.push([label, operator, value]);
      }
      if (name === 'GroupingLabels')
        groups.push(
          ...text
            .slice(from, to)
            .replaceAll(/[()\s]/g, '')
            .split(','),
        );
    },
  });
  return { selectors, groups };
}
