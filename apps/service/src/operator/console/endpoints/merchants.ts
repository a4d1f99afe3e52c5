import { clientView } from '../../reads/client-view.ts';
import { findMerchant, merchantView, settingFields } from '../../reads/merchant-rows.ts';
import type { MerchantOperator } from '../../row/operator.ts';
import { isoTime } from '../../../session/iso-time.ts';
import { id } from '../../row/params.ts';
import { findEndpoint, listDeliveries, listWebhooks } from '../../reads/webhook-view.ts';
import { endpoint, merchantEndpoint } from '../endpoint.ts';
import { merchantState, merchantTroubles } from '../../checks/merchant-state.ts';

const DELIVERIES = 20;

/** Without the path of the URL, which may hold a token of the merchant. */
async function webhookOf(operator: MerchantOperator, id: string) {
  const [found] = await listWebhooks(operator, id);
  if (found === undefined) return null;
  const { merchant_id: _id, url, ...webhook } = found;
  const endpoint = await findEndpoint(operator, id);
  return {
    ...webhook,
    origin: new URL(url).origin,
    tests: endpoint.tests.map((test) => ({ ...test, at: isoTime(test.at) })),
  };
}

export const MERCHANT_ENDPOINTS = [
  /** Why a merchant needs attention, for those that do. */
  endpoint({
    name: 'merchants attention',
    role: 'read',
    params: {},
    run: merchantTroubles,
  }),
  merchantEndpoint({
    name: 'merchant details',
    role: 'read',
    params: { merchant_id: id() },
    async run(operator, { merchant_id }) {
      const merchant = await findMerchant(operator, merchant_id);
      return {
        merchant: merchantView(merchant),
        clients: (await operator.store.merchants.listClients(merchant_id)).map(clientView),
        state: await merchantState(operator, merchant_id),
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
  /** The audit entry is written before the URL is shown. */
  endpoint({
    name: 'webhook url',
    role: 'admin',
    params: { merchant_id: id() },
    audit: 'webhook.url',
    async run(operator, { merchant_id }) {
      const { url } = await findEndpoint(operator, merchant_id);
      await operator.store.audit.write(operator.entry(merchant_id));
      return { url };
    },
  }),
  merchantEndpoint({
    name: 'webhook deliveries',
    role: 'read',
    params: { merchant_id: id() },
    run: (operator, { merchant_id }) => listDeliveries(operator, merchant_id, DELIVERIES),
  }),
];
