import type { WebhookEndpoint } from '../../merchants/webhook.ts';
import { isoTime } from '../../session/iso-time.ts';
import { recentBio } from '../reads/bio-counts.ts';
import { plural } from '../../cli/terminal/output.ts';
import { runCheck, type Finding, type CheckDetail } from './check.ts';
import { acceptedByMerchant } from '../reads/key-readiness.ts';
import type { MerchantOperator, Operator } from '../row/operator.ts';
import { endpointState } from '../reads/webhook-view.ts';

const MAX_CALLS = 100;

/** Why merchants need attention, for those that do. */
export async function merchantTroubles(operator: Operator): Promise<{ merchant_id: string; why: string }[]> {
  const bio = await recentBio(operator.store.counts, operator.now());
  const webhooks = await operator.store.webhooks.troubled();
  return [
    ...bio.map(({ merchant_id, trouble }) => ({ merchant_id, why: trouble })),
    ...webhooks.map((webhook) => ({ merchant_id: webhook.merchantId, why: webhookTrouble(webhook) })),
  ].flatMap(({ merchant_id, why }) => (why === null ? [] : [{ merchant_id, why }]));
}

function webhookTrouble(webhook: WebhookEndpoint): string | null {
  const state = endpointState(webhook);
  const { failingSince, disabledAt, pausedAt } = webhook;
  return state === 'enabled'
    ? null
    : `the webhook is ${state} since ${isoTime(pausedAt ?? disabledAt ?? failingSince)}`;
}

/** What an operator looks for first. A check throws what is wrong. */
const CHECKS: Readonly<Record<string, (operator: MerchantOperator, id: string) => Promise<CheckDetail>>> = {
  'Bio API': checkBioApi,
  'Signing key': checkSigningKey,
  Webhook: checkWebhook,
  'Failed calls': checkFailedCalls,
  Clients: checkClients,
};

export const merchantState = (operator: MerchantOperator, id: string): Promise<Finding[]> =>
  Promise.all(Object.entries(CHECKS).map(([name, check]) => runCheck(name, () => check(operator, id))));

async function checkBioApi({ store, now }: MerchantOperator, id: string): Promise<CheckDetail> {
  const bio = (await recentBio(store.counts, now())).find(({ merchant_id }) => merchant_id === id);
  if (bio === undefined) return { note: 'not called in the last 10 minutes' };
  if (bio.trouble !== null) throw new Error(bio.trouble);
  return `${plural(bio.attempts, 'call')} in the last 10 minutes, p95 ${bio.p95} ms`;
}

async function checkSigningKey(operator: MerchantOperator, id: string): Promise<CheckDetail> {
  const at = await acceptedByMerchant(operator, id);
  if (at) return `accepted at ${at}`;
  return { note: 'not accepted yet: the merchant was not called since the last rotation, or it rejects the key' };
}

async function checkWebhook(operator: MerchantOperator, id: string): Promise<CheckDetail> {
  const { webhooks } = operator.store;
  const endpoint = await webhooks.find(id);
  if (endpoint === undefined) return { note: 'none' };
  const works = await isWorking(operator, endpoint);
  const trouble = webhookTrouble(endpoint) ?? (works === false ? 'the last test failed' : null);
  const [counts = { waiting: 0, givenUp: 0 }] = await webhooks.counts(id);
  const queue = `${counts.waiting} pending, ${counts.givenUp} failed`;
  if (trouble !== null) throw new Error(`${trouble}; ${queue}`);
  return works === null ? { note: `not tested; ${queue}` } : `healthy; ${queue}`;
}

/** Judges the last test, or the newest event if it was delivered later. Returns null if there was neither. */
async function isWorking({ store }: MerchantOperator, { merchantId, tests }: WebhookEndpoint): Promise<boolean | null> {
  const deliveredAt = (await store.webhooks.deliveries(merchantId, 1))[0]?.deliveredAt ?? null;
  const test = tests.at(-1);
  if (test === undefined) return deliveredAt === null ? null : true;
  return test.delivered || (deliveredAt !== null && deliveredAt > test.at);
}

async function checkFailedCalls({ store }: MerchantOperator, id: string): Promise<CheckDetail> {
  const calls = await store.failedRequests.ofMerchant(id, {}, MAX_CALLS);
  const [newest] = calls;
  if (newest === undefined) return 'none in the last 7 days';
  const count = `${calls.length === MAX_CALLS ? 'at least ' : ''}${calls.length}`;
  return { note: `${count} in the last 7 days, the newest ${newest.code} at ${isoTime(newest.at)}` };
}

async function checkClients({ store }: MerchantOperator, id: string): Promise<CheckDetail> {
  const live = (await store.merchants.listClients(id)).filter(({ revokedAt }) => revokedAt === null).length;
  if (live === 0) throw new Error('none, or all are revoked');
  return `${live} active`;
}
