import { addClient, listClients, revokeClient, rotateClient } from '../../actions/clients.ts';
import { keyReadiness } from '../../actions/key-readiness.ts';
import { probeMerchant } from '../../actions/merchant-probe.ts';
import { findMerchant, MERCHANT_BOUNDS, merchantView, setMerchant } from '../../actions/merchants.ts';
import { OperatorError, isoTime, type Operator } from '../../actions/operator.ts';
import { shape } from '../../http/steps/shape.ts';
import { Type } from 'typebox';
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
    bounds: MERCHANT_BOUNDS,
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

const bounded = ([minimum, maximum]: readonly [number, number]) => Type.Optional(Type.Integer({ minimum, maximum }));

const settingsShape = shape(
  Type.Object(
    {
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      bioBaseUrl: Type.Optional(Type.String({ maxLength: 2048 })),
      bioTimeoutMs: bounded(MERCHANT_BOUNDS.bioTimeoutMs),
      bioRetries: bounded(MERCHANT_BOUNDS.bioRetries),
      sessionLifetimeS: bounded(MERCHANT_BOUNDS.sessionLifetimeS),
      attemptsPerHour: bounded(MERCHANT_BOUNDS.attemptsPerHour),
      limitCreate: bounded(MERCHANT_BOUNDS.limitCreate),
      limitCreatePerUser: bounded(MERCHANT_BOUNDS.limitCreatePerUser),
      limitResult: bounded(MERCHANT_BOUNDS.limitResult),
      limitResultPerSession: bounded(MERCHANT_BOUNDS.limitResultPerSession),
    },
    { additionalProperties: false },
  ),
);

export const settings: Handler = async (context, { params, body, operator }) => {
  const given = settingsShape(body);
  if (Object.keys(given).length === 0) throw new ConsoleError(400, 'invalid_request', 'Nothing is to be changed.');
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
