import { addClient, listClients, revokeClient, rotateClient } from '../../actions/clients.ts';
import { keyReadiness } from '../../actions/key-readiness.ts';
import { probeMerchant } from '../../actions/merchant-probe.ts';
import { findMerchant, FORM_SETTINGS, merchantView, setMerchant, settingFields } from '../../actions/merchants.ts';
import { OperatorError, isoTime, type Operator } from '../../actions/operator.ts';
import { shape } from '../../http/steps/shape.ts';
import { Type, type TSchema } from 'typebox';
import type { ConsoleContext, Handler } from '../endpoint.ts';
import { ConsoleError } from '../console-error.ts';
import type { MerchantDetails } from '../wire.ts';

export const merchants: Handler = async ({ store }) =>
  (await store.merchants.list()).map(merchantView).map(({ merchant_id, name, bio_base_url }) => ({
    merchant_id,
    name,
    bio_base_url,
  }));

export const merchant: Handler = async (context, { params, operator }): Promise<MerchantDetails> => {
  const id = params['id']!;
  const found = await findMerchant(context, id);
  return {
    merchant: merchantView(found),
    clients: await listClients(operator, id),
    readiness: await readinessOf(operator, id),
    webhook: await webhookOf(context, id),
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

async function webhookOf({ store }: ConsoleContext, id: string): Promise<MerchantDetails['webhook']> {
  const endpoint = await store.webhooks.find(id);
  if (endpoint === undefined) return null;
  const counts = (await store.webhooks.counts()).find(({ merchantId }) => merchantId === id);
  return {
    // Its path may hold a token of the merchant's.
    origin: new URL(endpoint.url).origin,
    failing_since: isoTime(endpoint.failingSince),
    disabled_at: isoTime(endpoint.disabledAt),
    waiting: counts?.waiting ?? 0,
    given_up: counts?.givenUp ?? 0,
  };
}

const fieldShape = ([name, { type, default: absent, bounds }]: (typeof FORM_SETTINGS)[number]): [string, TSchema] => {
  const [min, max] = bounds;
  const text = Type.String({ minLength: min, maxLength: max });
  const value = type === 'integer' ? Type.Integer({ minimum: min, maximum: max }) : text;
  return [name, Type.Optional(absent === null ? Type.Union([value, Type.Null()]) : value)];
};

const settingsShape = shape(
  Type.Object(Object.fromEntries(FORM_SETTINGS.map(fieldShape)), {
    additionalProperties: false,
  }),
);

export const settings: Handler = async (context, { params, body, operator }) => {
  const given = settingsShape(body);
  if (Object.keys(given).length === 0) throw new ConsoleError(400, 'invalid_request', 'Nothing was changed.');
  return merchantView(await setMerchant(operator, await findMerchant(context, params['id']!), given));
};

export const probe: Handler = (_context, { params, operator }) => probeMerchant(operator, params['id']!);

const clientShape = shape(
  Type.Object({ scope: Type.Optional(Type.String({ maxLength: 200 })) }, { additionalProperties: false }),
);

export const addOwnClient: Handler = (_context, { params, body, operator }) =>
  addClient(operator, { merchantId: params['id']!, scope: clientShape(body).scope });

export const rotate: Handler = (_context, { params, operator }) => rotateClient(operator, params['id']!);

export const revoke: Handler = async (_context, { params, operator }) => {
  await revokeClient(operator, params['id']!);
  return {};
};
