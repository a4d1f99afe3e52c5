import { OutboundConnections } from '../outbound/connections.ts';
import type { Shared } from '../observability/observability.ts';
import type { WebhookStore } from '../storage/port/store.ts';
import { Deliveries } from './deliveries.ts';

export function openDeliveries(
  { config, metrics, ...parts }: Shared & { readonly store: WebhookStore },
  opened: AsyncDisposableStack,
): Deliveries {
  const { environment, masterKey: master } = config;
  const deliveries = new Deliveries({
    ...parts,
    environment,
    master,
    tellsTrace: config.tracing?.toMerchants ?? false,
    // Separate from the Bio API's connections, so that a slow webhook does not use them up.
    connections: new OutboundConnections({ allowPrivateAddresses: environment === 'test' }),
    onAttempt: (merchantId, end, seconds) => metrics.webhookAttempted(merchantId, end, seconds),
    onDisabled: (merchantId) => metrics.webhookDisabled(merchantId),
    onOldestDue: (ms) => metrics.oldestDueWebhook.set(ms / 1000),
  });
  return opened.adopt(deliveries, (each) => each.close());
}
