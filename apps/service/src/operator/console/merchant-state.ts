import { isoTime } from '../../session/iso-time.ts';
import { recentBio } from '../actions/bio-counts.ts';
import { counted, finding, type Finding, type Found } from '../actions/finding.ts';
import { merchantReadiness } from '../actions/key-readiness.ts';
import type { Operator } from '../actions/operator.ts';
import { findEndpoint, listWebhooks } from '../actions/webhooks.ts';

const MAX_CALLS = 100;

/** Why merchants need attention, for those that do. */
export async function merchantTroubles(operator: Operator): Promise<{ merchant_id: string; why: string }[]> {
  const bio = await recentBio(operator.store.counts, operator.now());
  const webhooks = await listWebhooks(operator);
  return [
    ...bio.map(({ merchant_id, trouble }) => ({ merchant_id, why: trouble })),
    ...webhooks.map((webhook) => ({ merchant_id: webhook.merchant_id, why: webhookTrouble(webhook) })),
  ].flatMap(({ merchant_id, why }) => (why === null ? [] : [{ merchant_id, why }]));
}

type Webhook = Awaited<ReturnType<typeof listWebhooks>>[number];
const webhookTrouble = ({ state, failing_since, disabled_at, paused_at }: Webhook): string | null =>
  state === 'enabled' ? null : `the webhook is ${state} since ${paused_at ?? disabled_at ?? failing_since}`;

/** What an operator looks for first. A check throws what is wrong. */
const CHECKS: Readonly<Record<string, (operator: Operator, id: string) => Promise<Found>>> = {
  'Bio API': checkBioApi,
  'Signing key': checkSigningKey,
  Webhook: checkWebhook,
  'Failed calls': checkFailedCalls,
  Clients: checkClients,
};

export const merchantState = (operator: Operator, id: string): Promise<Finding[]> =>
  Promise.all(Object.entries(CHECKS).map(([name, check]) => finding(name, () => check(operator, id))));

async function checkBioApi({ store, now }: Operator, id: string): Promise<Found> {
  const bio = (await recentBio(store.counts, now())).find(({ merchant_id }) => merchant_id === id);
  if (bio === undefined) return { note: 'not called in the last 10 minutes' };
  if (bio.trouble !== null) throw new Error(bio.trouble);
  return `${counted(bio.attempts, 'call')} in the last 10 minutes, p95 ${bio.p95} ms`;
}

async function checkSigningKey(operator: Operator, id: string): Promise<Found> {
  const at = (await merchantReadiness(operator, id))?.last_accepted_at;
  if (at) return `accepted at ${at}`;
  return { note: 'not accepted yet: the merchant was not called since the last rotation, or it rejects the key' };
}

async function checkWebhook(operator: Operator, id: string): Promise<Found> {
  const found = (await listWebhooks(operator)).find(({ merchant_id }) => merchant_id === id);
  if (found === undefined) return { note: 'none' };
  const works = await isWorking(operator, id);
  const trouble = webhookTrouble(found) ?? (works === false ? 'the last test failed' : null);
  const queue = `${found.waiting} pending, ${found.given_up} failed`;
  if (trouble !== null) throw new Error(`${trouble}; ${queue}`);
  return works === null ? { note: `not tested; ${queue}` } : `healthy; ${queue}`;
}

/** By the last test, or by the newest event if it was delivered later. Null: not tested, and no event was delivered. */
async function isWorking(operator: Operator, id: string): Promise<boolean | null> {
  const { tests } = await findEndpoint(operator, id);
  const deliveredAt = (await operator.store.webhooks.deliveries(id, 1))[0]?.deliveredAt ?? null;
  const test = tests.at(-1);
  if (test === undefined) return deliveredAt === null ? null : true;
  return test.delivered || (deliveredAt !== null && deliveredAt > test.at);
}

async function checkFailedCalls({ store }: Operator, id: string): Promise<Found> {
  const calls = await store.failedRequests.ofMerchant(id, {}, MAX_CALLS);
  const [newest] = calls;
  if (newest === undefined) return 'none in the last 7 days';
  const count = `${calls.length === MAX_CALLS ? 'at least ' : ''}${calls.length}`;
  return { note: `${count} in the last 7 days, the newest ${newest.code} at ${isoTime(newest.at)}` };
}

async function checkClients({ store }: Operator, id: string): Promise<Found> {
  const live = (await store.merchants.listClients(id)).filter(({ revokedAt }) => revokedAt === null).length;
  if (live === 0) throw new Error('none, or all are revoked');
  return `${live} active`;
}
