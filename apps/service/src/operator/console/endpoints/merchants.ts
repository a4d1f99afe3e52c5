import { clientView } from '../../actions/clients.ts';
import { merchantReadiness } from '../../actions/key-readiness.ts';
import { findMerchant, merchantView, settingFields } from '../../actions/merchant-view.ts';
import type { Operator } from '../../actions/operator.ts';
import { isoTime } from '../../../session/iso-time.ts';
import { id } from '../../actions/params.ts';
import { findEndpoint, listDeliveries, listWebhooks } from '../../actions/webhooks.ts';
import { endpoint } from '../endpoint.ts';

const DELIVERIES = 20;

/** Without the path of the URL, which may hold a token of the merchant. */
async function webhookOf(operator: Operator, id: string) {
  const found = (await listWebhooks(operator)).find(({ merchant_id }) => merchant_id === id);
  if (found === undefined) return null;
  const { merchant_id: _id, url, ...webhook } = found;
  const endpoint = await findEndpoint(operator, id);
  return {
    ...webhook,
    origin: new URL(url).origin,
    is_working: await isWorking(operator, endpoint),
    tests: endpoint.tests.map((test) => ({ ...test, at: isoTime(test.at) })),
  };
}

type Endpoint = Awaited<ReturnType<typeof findEndpoint>>;

/** By the last test, or by the newest event if it was delivered later. Null: not tested, and no event was delivered. */
async function isWorking({ store }: Operator, { merchantId, tests }: Endpoint): Promise<boolean | null> {
  const deliveredAt = (await store.webhooks.deliveries(merchantId, 1))[0]?.deliveredAt ?? null;
  const test = tests.at(-1);
  if (test === undefined) return deliveredAt === null ? null : true;
  return test.delivered || (deliveredAt !== null && deliveredAt > test.at);
}

export const MERCHANT_ENDPOINTS = [
  endpoint({
    name: 'merchant details',
    role: 'read',
    forMerchant: true,
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
  endpoint({
    name: 'webhook deliveries',
    role: 'read',
    forMerchant: true,
    params: { merchant_id: id() },
    run: (operator, { merchant_id }) => listDeliveries(operator, merchant_id, DELIVERIES),
  }),
];
