import type { StoreRequest } from '@authly/contract/captures/store';
import { type Check, CheckFailure, rule } from '../check.ts';
import { accepted, everyCall, holdsNow, payloadOf, refused, stored } from '../expectations.ts';
import type { Probe } from '../probe.ts';
import type { Reply } from '../send-raw.ts';

const ROUNDS = 5;

/** Calls of every kind for one user at the same moment, so that each kind meets every other. */
async function together(probe: Probe): Promise<void> {
  const first = await stored(probe);
  const { merchant_user_ref, enrollment_session_id } = first;
  const overwrites = [probe.storeBody({ merchant_user_ref }), probe.storeBody({ merchant_user_ref })];
  const fingers = (['LI', 'LM'] as const).map((finger) => probe.storeBody({ merchant_user_ref }, { finger }));
  const others = [...fingers, probe.storeBody(), probe.storeBody()];
  const conflict = probe.storeBody({ enrollment_session_id });
  const lookup = (): Promise<Reply> => probe.lookup(probe.lookupBody(first));
  const sent = [...overwrites, ...others, first, first].map((body) => probe.store(body));
  const replies = await everyCall([
    ...sent,
    lookup(),
    lookup(),
    lookup(),
    probe.store(conflict),
    probe.lookup(probe.lookupBody(conflict)),
  ]);
  const [stores, lookups] = [replies.slice(0, sent.length), replies.slice(sent.length, -2)];
  const [refusal, nothing] = replies.slice(-2) as [Reply, Reply];
  for (const reply of stores) accepted(reply, 'a store or a repeat at the same moment as other calls');
  for (const reply of lookups) oneOf([first, ...overwrites], reply, 'a lookup at the same moment as overwrites');
  refused(refusal, 'idempotency_conflict', 'another body under the same key at the same moment as other calls');
  refused(nothing, 'bio_enrollment_not_found', 'a lookup of another user at the same moment as other calls');
  for (const body of others) await holdsNow(probe, body, 'after stores at the same moment');
  oneOf(overwrites, await lookup(), 'a lookup after overwrites at the same moment');
}

function oneOf(bodies: readonly StoreRequest[], reply: Reply, what: string): void {
  accepted(reply, what);
  const { features, enc_key } = payloadOf(reply) ?? {};
  if (!bodies.some(({ payload }) => payload.features === features && payload.enc_key === enc_key))
    throw new CheckFailure(`${what}: it returned other data, or parts of two enrollments`);
}

export const atOnceChecks: readonly Check[] = [
  rule(
    'store.at_once',
    'Any two different calls at the same moment are answered as if each were alone',
    async (probe) => {
      for (let round = 0; round < ROUNDS; round++) await together(probe);
    },
    'State that calls share, or a write in two steps, mixes them: claim the key and write the whole enrollment in one transaction, and keep nothing of a call in a variable that others see.',
  ),
];
