import { isoTime } from '../../session/iso-time.ts';
import { recentBio } from '../actions/bio-counts.ts';
import { counted, type Finding } from '../actions/finding.ts';
import { merchantReadiness } from '../actions/key-readiness.ts';
import type { Operator } from '../actions/operator.ts';
import { findEndpoint, listWebhooks } from '../actions/webhooks.ts';

const MAX_CALLS = 100;
type Webhook = Awaited<ReturnType<typeof listWebhooks>>[number];

/** Why merchants need attention, for those that do. */
export async function merchantTroubles(operator: Operator) {
  const bio = (await recentBio(operator.store.counts, operator.now())).map(({ merchant_id, trouble }) => ({
    merchant_id,
    why: trouble,
  }));
  const webhooks = (await listWebhooks(operator)).map((webhook) => ({
    merchant_id: webhook.merchant_id,
    why: webhookTrouble(webhook),
  }));
  return [...bio, ...webhooks].flatMap(({ merchant_id, why }) => (why === null ? [] : [{ merchant_id, why }]));
}

const webhookTrouble = ({ state, failing_since, disabled_at, paused_at }: Webhook): string | null =>
  state === 'enabled' ? null : `the webhook is ${state} since ${paused_at ?? disabled_at ?? failing_since}`;

/** What an operator looks for first. */
export async function merchantState(operator: Operator, id: string): Promise<Finding[]> {
  return [
    { check: 'Bio API', ...(await bioState(operator, id)) },
    { check: 'Signing key', ...(await keyState(operator, id)) },
    { check: 'Webhook', ...(await webhookState(operator, id)) },
    { check: 'Failed calls', ...(await failedCalls(operator, id)) },
    { check: 'Clients', ...(await clients(operator, id)) },
  ];
}

type State = Omit<Finding, 'check'>;
const good = (detail: string): State => ({ ok: true, detail });
const bad = (detail: string): State => ({ ok: false, detail });
const note = (detail: string): State => ({ ok: true, note: true, detail });

async function bioState({ store, now }: Operator, id: string): Promise<State> {
  const bio = (await recentBio(store.counts, now())).find(({ merchant_id }) => merchant_id === id);
  if (bio === undefined) return note('not called in the last 10 minutes');
  return bio.trouble === null
    ? good(`${counted(bio.attempts, 'call')} in the last 10 minutes, p95 ${bio.p95} ms`)
    : bad(bio.trouble);
}

async function keyState(operator: Operator, id: string): Promise<State> {
  const at = (await merchantReadiness(operator, id))?.last_accepted_at;
  if (at) return good(`accepted at ${at}`);
  return note('not accepted yet: the merchant was not called since the last rotation, or it rejects the key');
}

async function webhookState(operator: Operator, id: string): Promise<State> {
  const webhook = (await listWebhooks(operator)).find(({ merchant_id }) => merchant_id === id);
  if (webhook === undefined) return note('none');
  const works = await isWorking(operator, id);
  const trouble = webhookTrouble(webhook) ?? (works === false ? 'the last test failed' : null);
  const queue = `${webhook.waiting} pending, ${webhook.given_up} failed`;
  if (trouble !== null) return bad(`${trouble}; ${queue}`);
  return works === null ? note(`not tested; ${queue}`) : good(`healthy; ${queue}`);
}

/** By the last test, or by the newest event if it was delivered later. Null: not tested, and no event was delivered. */
async function isWorking(operator: Operator, id: string): Promise<boolean | null> {
  const { tests } = await findEndpoint(operator, id);
  const deliveredAt = (await operator.store.webhooks.deliveries(id, 1))[0]?.deliveredAt ?? null;
  const test = tests.at(-1);
  if (test === undefined) return deliveredAt === null ? null : true;
  return test.delivered || (deliveredAt !== null && deliveredAt > test.at);
}

async function failedCalls({ store }: Operator, id: string): Promise<State> {
  const calls = await store.failedRequests.ofMerchant(id, {}, MAX_CALLS);
  const [newest] = calls;
  if (newest === undefined) return good('none in the last 7 days');
  const count = `${calls.length === MAX_CALLS ? 'at least ' : ''}${calls.length}`;
  return note(`${count} in the last 7 days, the newest ${newest.code} at ${isoTime(newest.at)}`);
}

async function clients({ store }: Operator, id: string): Promise<State> {
  const live = (await store.merchants.listClients(id)).filter(({ revokedAt }) => revokedAt === null).length;
  return live === 0 ? bad('none that is not revoked') : good(`${live} active`);
}
