import { OutboundConnections } from '../outbound/connections.ts';
import type { Metrics } from '../observability/metrics.ts';
import { Deliveries, type DeliveriesOptions } from './deliveries.ts';

type Opened = 'connections' | 'onAttempt' | 'onDisabled' | 'onOldestDue';

export function openDeliveries(
  options: Omit<DeliveriesOptions, Opened> & { readonly metrics: Metrics },
  opened: AsyncDisposableStack,
): Deliveries {
  const { metrics } = options;
  const deliveries = new Deliveries({
    ...options,
    // Separate from the Bio API's connections, so that a slow webhook does not use them up.
    connections: new OutboundConnections({ environment: options.environment }),
    onAttempt: (merchantId, end, seconds) => metrics.webhookAttempted(merchantId, end, seconds),
    onDisabled: (merchantId) => metrics.webhookDisabled(merchantId),
    onOldestDue: (ms) => metrics.oldestDueWebhook.set(ms / 1000),
  });
  return opened.adopt(deliveries, (each) => each.close());
}
