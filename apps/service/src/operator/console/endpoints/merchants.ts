import { listClients } from '../../actions/clients.ts';
import { keyReadiness } from '../../actions/key-readiness.ts';
import { findMerchant, merchantView, settingFields } from '../../actions/merchants.ts';
import { OperatorError, type Operator } from '../../actions/operator.ts';
import { listWebhooks } from '../../actions/webhooks.ts';
import type { Handler } from '../endpoint.ts';
import type { MerchantDetails, MerchantRow } from '../wire.ts';

export const merchants: Handler = async ({ store }): Promise<MerchantRow[]> =>
  (await store.merchants.list()).map(merchantView).map(({ merchant_id, name, bio_base_url, suspended_at }) => ({
    merchant_id,
    name,
    bio_base_url,
    suspended_at,
  }));

/** The fields of the form for a new one. */
export const newMerchantForm: Handler = async () => settingFields();

export const merchant: Handler = async (context, { params, operator }): Promise<MerchantDetails> => {
  const id = params['id']!;
  const found = await findMerchant(context, id);
  return {
    merchant: merchantView(found),
    clients: await listClients(operator, id),
    readiness: await readinessOf(operator, id),
    webhook: await webhookOf(operator, id),
    settings: settingFields(found),
  };
};

async function readinessOf(operator: Operator, id: string): Promise<MerchantDetails['readiness']> {
  try {
    return (await keyReadiness(operator)).merchants.find((each) => each.merchant_id === id) ?? null;
  } catch (error) {
    if (error instanceof OperatorError) return null;
    throw error;
  }
}

async function webhookOf(operator: Operator, id: string): Promise<MerchantDetails['webhook']> {
  const found = (await listWebhooks(operator)).find(({ merchant_id }) => merchant_id === id);
  if (found === undefined) return null;
  const { merchant_id: _id, url, ...webhook } = found;
  return { ...webhook, origin: new URL(url).origin };
}
