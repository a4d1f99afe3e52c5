import { ERRORS, type ErrorCode } from '@authly/contract/errors';
import { Type } from 'typebox';
import { failedCallView } from '../../reads/failed-call-view.ts';
import { clientView } from '../../reads/client-view.ts';
import { findMerchant, merchantView, settingFields } from '../../reads/merchant-rows.ts';
import type { MerchantOperator } from '../../row/operator.ts';
import { isoTime } from '../../../session/iso-time.ts';
import { choice, id } from '../../row/params.ts';
import { findEndpoint, listDeliveries, listWebhooks } from '../../reads/webhook-view.ts';
import { endpoint, merchantEndpoint } from '../endpoint.ts';
import { merchantState, merchantTroubles } from '../../checks/merchant-state.ts';

/** Deliveries or failed calls. */
const MOST = 100;

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
    params: {
      merchant_id: id(),
      limit: Type.Integer({ minimum: 1, maximum: MOST, default: MOST }),
    },
    run: (operator, { merchant_id, limit }) => listDeliveries(operator, merchant_id, limit),
  }),
  merchantEndpoint({
    name: 'failed calls',
    role: 'read',
    params: {
      merchant_id: id(),
      code: Type.Optional(choice(Object.keys(ERRORS) as ErrorCode[])),
      client_id: Type.Optional(id()),
      limit: Type.Integer({ minimum: 1, maximum: MOST, default: MOST }),
    },
    async run(operator, { merchant_id, code, client_id: clientId, limit }) {
      await findMerchant(operator, merchant_id);
      const found = await operator.store.failedRequests.ofMerchant(merchant_id, { code, clientId }, limit);
      return found.map(failedCallView);
    },
  }),
];
