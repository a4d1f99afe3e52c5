import { SCOPES, SCOPE_ALLOWS } from '@authly/contract/wire/scopes';
import { HOSTED_HEARTBEAT_MS } from '@authly/contract/wire/session-times';
import {
  LINK_LIFETIME_MS,
  MERCHANT_LINK_LIFETIME_MS,
} from '../../../apps/service/src/operator/changes/console-link.ts';
import { MATCHER_DEADLINE_MS } from '../../../apps/service/src/capture/matcher.ts';
import { CLOCK_TOLERANCE_MS } from '../../../apps/service/src/runtime/clock.ts';
import { SETTINGS, type Setting } from '../../../apps/service/src/config/settings.ts';
import { VERSION } from '../../../apps/service/src/runtime/version.ts';
import { IDLE_MS, LONGEST_MS } from '../../../apps/service/src/operator/console/signed-in.ts';
import type { MetricInfo } from '../../../apps/service/src/observability/metric-registry.ts';
import { Metrics } from '../../../apps/service/src/observability/metrics.ts';
import { TRANSITIONS } from '../../../apps/service/src/session/transitions.ts';
import { WEBHOOK_RETRY_MS } from '../../../apps/service/src/storage/tables/webhooks.ts';
import { DISABLED_AFTER_MS, PAUSES_MS } from '../../../apps/service/src/webhooks/retry-plan.ts';
import { TIMEOUT_MS } from '../../../apps/service/src/webhooks/send.ts';
import { PAIRING_LIFE_MS, WRONG_CODES_AT_MOST } from '../../../packages/reader/src/agent/pairings.ts';
import { MAX_MB } from '../../build/folder.ts';
import { code, table, type Filled } from '../markdown.ts';
import { ms, time } from './limits.ts';

const metrics = (isOurs: boolean): MetricInfo[] =>
  new Metrics({ version: '', environment: '' })
    .catalogue()
    .filter(({ name }) => name.startsWith('authly_') === isOurs)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

export const SERVICE_BLOCKS: Filled = {
  settings: () =>
    table(
      ['Variable', 'Default', 'Meaning'],
      Object.entries<Setting>(SETTINGS).map(([name, { default: value, means }]) => [
        code(name),
        value === undefined ? '–' : code(value),
        means,
      ]),
    ),
  'metrics.service': () =>
    table(
      ['Metric', 'Kind', 'Labels', 'Meaning'],
      metrics(true).map(({ name, kind, labels, help }) => [code(name), kind, labels.map(code).join(', '), help]),
    ),
  // Metrics that prom-client adds for any Node process.
  'metrics.process': () =>
    table(
      ['Metric', 'Kind', 'Meaning'],
      metrics(false).map(({ name, kind, help }) => [code(name), kind, help]),
    ),
  transitions: () =>
    table(
      ['Event', 'From', 'To', 'When'],
      TRANSITIONS.map(({ event, from, to, refusal, when }) => [
        code(event),
        from.map(code).join(', '),
        refusal ? `409 ${code(refusal)}` : to === 'stay' ? 'no change, no error' : code(to!),
        when,
      ]),
    ),
  'api.scopes': () =>
    table(
      ['Scope', 'Allows'],
      SCOPES.map((scope) => [code(scope), SCOPE_ALLOWS[scope]]),
    ),
};

const pauses = PAUSES_MS.map(ms);

export const SERVICE_VALUES: Filled = {
  version: () => VERSION,
  'clock.tolerance': () => ms(CLOCK_TOLERANCE_MS),
  'matcher.deadline': () => ms(MATCHER_DEADLINE_MS),
  'hosted.heartbeat': () => ms(HOSTED_HEARTBEAT_MS),
  'build.size': () => `${MAX_MB} MB`,
  'console.link-life': () => ms(LINK_LIFETIME_MS),
  'console.merchant-link-life': () => ms(MERCHANT_LINK_LIFETIME_MS),
  'console.idle': () => ms(IDLE_MS),
  'console.longest': () => ms(LONGEST_MS),
  'reader.code-life': () => ms(PAIRING_LIFE_MS),
  'reader.wrong-codes': () => String(WRONG_CODES_AT_MOST),
  'setting.shutdown-delay': () => time(Number(SETTINGS.AUTHLY_SHUTDOWN_DELAY_S.default)),
  'setting.connections': () => Number(SETTINGS.AUTHLY_MAX_CONNECTIONS.default).toLocaleString('en'),
  'webhook.timeout': () => ms(TIMEOUT_MS),
  'webhook.pauses': () => pauses.join(', '),
  'webhook.last-pause': () => pauses.at(-1)!,
  'webhook.retried-for': () => ms(WEBHOOK_RETRY_MS),
  'webhook.disabled-after': () => ms(DISABLED_AFTER_MS),
};
