import { randomBytes } from 'node:crypto';
import type { WebhookEndpoint } from '../../merchants/webhook.ts';
import { OutboundConnections } from '../../outbound/connections.ts';
import { systemClock } from '../../runtime/clock.ts';
import { webhookTest } from '../../webhooks/message.ts';
import { send } from '../../webhooks/send.ts';
import type { MerchantOperator } from '../row/operator.ts';

export async function sendTest({ store, environment, now, masterKey }: MerchantOperator, endpoint: WebhookEndpoint) {
  const connections = new OutboundConnections({ environment });
  try {
    const message = webhookTest(randomBytes(10).toString('hex'), now());
    const sender = { environment, master: masterKey(), connections, deadlineClock: systemClock };
    const { delivered, result, ms } = await send(sender, endpoint, message);
    await store.webhooks.noteTest(endpoint, { at: now(), delivered, result, ms });
    return { merchant_id: endpoint.merchantId, webhook_id: message.id, delivered, result, ms };
  } finally {
    connections.close();
  }
}
