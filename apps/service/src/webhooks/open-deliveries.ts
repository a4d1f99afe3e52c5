import { BioConnections } from '../bio-api/connections.ts';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracer } from '../observability/tracer.ts';
import type { WebhookStore } from '../storage/store.ts';
import { Deliveries } from './deliveries.ts';

interface OpenDeliveriesOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly deadlineClock: Clock;
  readonly store: WebhookStore;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer | undefined;
}

export function openDeliveries(
  { config, metrics, ...parts }: OpenDeliveriesOptions,
  opened: AsyncDisposableStack,
): Deliveries {
  const { environment, masterKey: master } = config;
  const deliveries = new Deliveries({
    ...parts,
    environment,
    master,
    tellsTrace: config.tracing?.toMerchants ?? false,
    // Separate from the Bio API's connections, so that a slow webhook does not use them up.
    connections: new BioConnections({ allowPrivateAddresses: environment === 'test' }),
    onAttempt: (merchantId, end, seconds) => metrics.webhookAttempted(merchantId, end, seconds),
    onDisabled: (merchantId) => metrics.webhookDisabled(merchantId),
    onOldestDue: (ms) => metrics.oldestDueWebhook.set(ms / 1000),
  });
  return opened.adopt(deliveries, (each) => each.close());
}
