import { clientView } from '../../actions/clients.ts';
import { merchantReadiness } from '../../actions/key-readiness.ts';
import { findMerchant, merchantView, settingFields } from '../../actions/merchant-view.ts';
import type { Operator } from '../../actions/operator.ts';
import { id } from '../../actions/params.ts';
import { listDeliveries, listWebhooks } from '../../actions/webhooks.ts';
import { endpoint } from '../endpoint.ts';

const DELIVERIES = 20;

/** Without the path of the URL, which may hold a token of the merchant. */
async function webhookOf(operator: Operator, id: string) {
  const found = (await listWebhooks(operator)).find(({ merchant_id }) => merchant_id === id);
  if (found === undefined) return null;
  const { merchant_id: _id, url, ...webhook } = found;
  return { ...webhook, origin: new URL(url).origin };
}

export const MERCHANT_ENDPOINTS = [
  endpoint({
    name: 'merchant details',
    role: 'read',
    params: { merchant_id: id() },
    async run(operator, { merchant_id }) {
      const merchant = await findMerchant(operator, merchant_id);
      return {
        merchant: merchantView(merchant),
        clients: (await operator.store.merchants.listClients(merchant_id)).map(clientView),
        readiness: (await merchantReadiness(operator, merchant_id)) ?? null,
        webhook: await webhookOf(operator, merchant_id),
        settings: settingFields(merchant),
      };
    },
  }),
  endpoint({
    name: 'merchant form',
    role: 'admin',
    params: {},
    run: async () => settingFields(),
  }),
  endpoint({
    name: 'webhook deliveries',
    role: 'read',
    params: { merchant_id: id() },
    run: (operator, { merchant_id }) => listDeliveries(operator, merchant_id, DELIVERIES),
  }),
];
