import { recentBio } from '../../actions/bio-counts.ts';
import { clientView } from '../../actions/clients.ts';
import { merchantReadiness } from '../../actions/key-readiness.ts';
import { findMerchant, merchantView, settingFields } from '../../actions/merchant-view.ts';
import type { Operator } from '../../actions/operator.ts';
import { isoTime } from '../../../session/iso-time.ts';
import { id } from '../../actions/params.ts';
import { findEndpoint, listDeliveries, listWebhooks } from '../../actions/webhooks.ts';
import { endpoint } from '../endpoint.ts';

const DELIVERIES = 20;
const CALLS = 50;

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

/** The newest call is first. */
async function failedCallsOf({ store }: Operator, id: string) {
  const calls = await store.failedRequests.ofMerchant(id, {}, CALLS);
  return { count: calls.length, isMore: calls.length === CALLS, last_at: isoTime(calls[0]?.at ?? null) };
}

export const MERCHANT_ENDPOINTS = [
  /** Why a merchant needs attention, for those that do. */
  endpoint({
    name: 'merchants attention',
    role: 'read',
    params: {},
    async run(operator) {
      const bio = (await recentBio(operator.store.counts, operator.now())).flatMap(({ merchant_id, trouble }) =>
        trouble === null ? [] : [{ merchant_id, why: trouble }],
      );
      const webhooks = (await listWebhooks(operator)).flatMap(({ merchant_id, state }) =>
        state === 'enabled' ? [] : [{ merchant_id, why: `the webhook is ${state}` }],
      );
      return [...bio, ...webhooks];
    },
  }),
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
        // Null: it was not called.
        bio:
          (await recentBio(operator.store.counts, operator.now())).find((each) => each.merchant_id === merchant_id) ??
          null,
        failedCalls: await failedCallsOf(operator, merchant_id),
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
