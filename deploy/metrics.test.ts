import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { OPERATIONS } from '@authly/contract/operation-table';
import { SESSION_STATES } from '@authly/contract/wire/states';
import { describe, expect, it } from 'vitest';
import { UNAVAILABLE_CAUSES } from '../apps/service/src/http/api-error.ts';
import { routeOf } from '../apps/service/src/http/route.ts';
import { CUT_OFFS } from '../apps/service/src/http/limits/connections.ts';
import { RESOURCES } from '../apps/service/src/observability/metric-table.ts';
import { Metrics } from '../apps/service/src/observability/metrics.ts';
import { slug } from '../apps/docs/src/markdown-page.ts';
import { readQuery, type Query } from './test/promql.ts';
import { documentsOf } from './test/read-yaml.ts';

/** Metrics of the service, those that Prometheus adds to every target, and the disks of the node exporter. */
const METRICS = new Map([
  ...new Metrics({ version: '', environment: '' })
    .catalogue()
    .flatMap(({ name, kind, labels }) =>
      kind === 'histogram'
        ? [
            [`${name}_bucket`, [...labels, 'le']] as const,
            [`${name}_count`, labels] as const,
            [`${name}_sum`, labels] as const,
          ]
        : [[name, labels] as const],
    ),
  ['up', []] as const,
  ...['avail_bytes', 'size_bytes', 'readonly'].map(
    (name) => [`node_filesystem_${name}`, ['mountpoint', 'fstype']] as const,
  ),
]);
const OF_EVERY_TARGET = ['job', 'instance'];

/** Labels with a fixed list of values. Other labels may have any value. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  to: SESSION_STATES,
  route: Object.values(OPERATIONS).map(({ path }) => routeOf(path)),
  end: ['ok', 'delivered', 'failed', 'given_up', ...Object.keys(FAILURE_CODES)],
  why: [...CUT_OFFS, ...UNAVAILABLE_CAUSES],
  resource: RESOURCES,
};

/** Names in a query that do not exist. */
function unknownIn(text: string): string[] {
  // Grafana replaces these variables.
  const query = readQuery(text.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'));
  return [...query.selectors.flatMap(unknownOf), ...unknownGroups(query)];
}

function unknownOf({ metric, labels }: Query['selectors'][number]): string[] {
  const known = METRICS.get(metric);
  if (known === undefined) return [metric];
  const allowed = new Set([...known, ...OF_EVERY_TARGET]);
  return labels.flatMap(([name, operator, value]) => {
    if (!allowed.has(name)) return [`${metric}{${name}}`];
    const values = operator.endsWith('~') ? value.split('|') : [value];
    return values
      .filter((each) => VALUES[name]?.includes(each) === false)
      .map((each) => `${metric}{${name}="${each}"}`);
  });
}

const unknownGroups = ({ selectors, groups }: Query): string[] =>
  groups.filter((group) =>
    selectors.every(({ metric }) => ![...(METRICS.get(metric) ?? []), ...OF_EVERY_TARGET].includes(group)),
  );

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook_url: string };
}
const rules = documentsOf<{ groups: { rules: Rule[] }[] }>('prometheus/alerts.yaml').flatMap(({ groups }) =>
  groups.flatMap((group) => group.rules),
);

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}
const { panels } = JSON.parse(readFileSync(join(import.meta.dirname, 'grafana/dashboards/authly.json'), 'utf8')) as {
  panels: Panel[];
};
const shown = panels.flatMap(({ title, targets = [] }) => targets.map((target) => [title, target] as const));

describe('alerts and dashboard name metrics, labels and values that exist', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))('alert %s', (_, { expr, labels, annotations }) => {
    expect(unknownIn(expr)).toEqual([]);
    expect(['page', 'ticket', 'info']).toContain(labels.severity);
    expect(Object.keys(annotations)).toEqual(['summary', 'description', 'runbook_url']);
    // Texts may name only labels of the alert.
    const { groups } = readQuery(expr);
    const named = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label!);
    expect(named.filter((label) => ![...groups, ...OF_EVERY_TARGET].includes(label))).toEqual([]);
  });

  it.each(shown)('panel %s', (_, { expr, legendFormat }) => {
    expect(unknownIn(expr)).toEqual([]);
    const { groups } = readQuery(expr.replaceAll('$__rate_interval', '5m'));
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!);
    expect(named.filter((label) => ![...groups, ...OF_EVERY_TARGET].includes(label))).toEqual([]);
  });

  it('every alert, and nothing else, has a section with cause, check and fix in the guide, where its runbook URL leads', () => {
    const guide = readFileSync(join(import.meta.dirname, '../docs/guides/alerts.md'), 'utf8');
    const sections = new Map(
      guide
        .split(/^## /m)
        .slice(1)
        .map((section) => [section.split('\n', 1)[0]!, section.match(/(?<=^- \*\*)\w+/gm)]),
    );
    expect([...sections.keys()].toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
    for (const [name, parts] of sections) expect([name, parts]).toEqual([name, ['Cause', 'Check', 'Fix']]);
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`https://authly.example.com/docs/guides/alerts#${slug(alert)}`);
  });

  it('every log line that a guide or an alert names is the whole message of a log line', () => {
    const read = (pattern: string): string =>
      globSync(pattern, { cwd: join(import.meta.dirname, '..') })
        .filter((file) => !file.includes('.test.'))
        .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
        .join('\n');
    const texts = read('{docs/guides/*.md,deploy/prometheus/alerts.yaml}');
    const named = [...texts.matchAll(/\blines? [`"]([^`"]+)[`"](?: and `([^`]+)`)?/g)].flatMap(([, ...names]) => names);
    const service = read('apps/service/src/**/*.ts');
    expect(named.filter((name) => name !== undefined && !service.includes(`'${name}'`))).toEqual([]);
    expect(named).toContain('uncaught error');
  });

  it('the promtool tests fire every alert', () => {
    const tested = readFileSync(join(import.meta.dirname, 'prometheus/alerts.test.yaml'), 'utf8');
    const fired = new Set([...tested.matchAll(/labels: 'ALERTS\{alertname="(\w+)"/g)].map(([, name]) => name!));
    expect(rules.map(({ alert }) => alert).filter((name) => !fired.has(name))).toEqual([]);
  });

  it('every metric of the service is on the dashboard or in an alert', () => {
    const used = JSON.stringify([rules, panels]);
    const own = new Metrics({ version: '', environment: '' })
      .catalogue()
      .filter(({ name }) => name.startsWith('authly_'));
    expect(own.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([]);
  });
});
