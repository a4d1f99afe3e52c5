import { SCOPES, SCOPE_ALLOWS } from '@authly/contract/scopes';
import { Metrics, type MetricInfo } from '../../../apps/service/src/observability/metrics.ts';
import { TRANSITIONS } from '../../../apps/service/src/session/transitions.ts';
import { SETTINGS, type Setting } from '../../../apps/service/src/config/settings.ts';
import { code, table } from '../markdown.ts';

export const settingTable = (): string =>
  table(
    ['Variable', 'Default', 'Meaning'],
    Object.entries<Setting>(SETTINGS).map(([name, { default: value, means }]) => [
      code(name),
      value === undefined ? '–' : code(value),
      means,
    ]),
  );

const metrics = (isOurs: boolean): MetricInfo[] =>
  new Metrics({ version: '', environment: '' })
    .catalogue()
    .filter(({ name }) => name.startsWith('authly_') === isOurs)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

export const metricTable = (): string =>
  table(
    ['Metric', 'Kind', 'Labels', 'Meaning'],
    metrics(true).map(({ name, kind, labels, help }) => [code(name), kind, labels.map(code).join(', '), help]),
  );

/** Those that prom-client adds for any Node process. */
export const processMetricTable = (): string =>
  table(
    ['Metric', 'Kind', 'Meaning'],
    metrics(false).map(({ name, kind, help }) => [code(name), kind, help]),
  );

export const transitionTable = (): string =>
  table(
    ['Event', 'From', 'To', 'When'],
    TRANSITIONS.map(({ event, from, to, refusal, when }) => [
      code(event),
      from.map(code).join(', '),
      refusal ? `409 ${code(refusal)}` : to === 'stay' ? 'no change, no error' : code(to!),
      when,
    ]),
  );

export const scopeTable = (): string =>
  table(
    ['Scope', 'Allows'],
    SCOPES.map((scope) => [code(scope), SCOPE_ALLOWS[scope]]),
  );
