import type { StoreRequest } from '@authly/contract/captures/store';
import { type Check, CheckFailure, rule } from '../check.ts';
import { accepted, holdsNow, payloadOf, refused, stored } from '../expectations.ts';
import type { Probe } from '../probe.ts';
import type { Reply } from '../send-raw.ts';

/** What is stored for one user and finger, what may replace it, and what is stored next to it. */
type Scene = Readonly<Record<'first' | 'overwrites' | 'others', StoreRequest[]>>;
type Look = (reply: Reply, what: string) => void;
type Call = (probe: Probe, scene: Scene) => readonly [Promise<Reply>, Look];

const FINGERS = ['LI', 'LM', 'RM'] as const;

const storing = (probe: Probe, list: StoreRequest[], body: StoreRequest): ReturnType<Call> => {
  list.push(body);
  return [probe.store(body), accepted];
};

const returnsOneOf =
  (bodies: readonly StoreRequest[]): Look =>
  (reply, what) => {
    accepted(reply, what);
    const { features, enc_key } = payloadOf(reply) ?? {};
    if (!bodies.some(({ payload }) => payload.features === features && payload.enc_key === enc_key))
      throw new CheckFailure(`${what}: the lookup returned other data, or parts of two enrollments`);
  };

const CALLS: Readonly<Record<string, Call>> = {
  'an overwrite': (probe, { first, overwrites }) =>
    storing(probe, overwrites, probe.storeBody({ merchant_user_ref: first[0]!.merchant_user_ref })),
  'a store of another finger': (probe, { first, others }) => {
    const { merchant_user_ref } = first[0]!;
    const finger = FINGERS[others.filter((body) => body.merchant_user_ref === merchant_user_ref).length]!;
    return storing(probe, others, probe.storeBody({ merchant_user_ref }, { finger }));
  },
  'a store of another user': (probe, { others }) => storing(probe, others, probe.storeBody()),
  'a repeat': (probe, { first }) => [probe.store(first[0]!), accepted],
  'a conflict': (probe, { first }) => [
    probe.store(probe.storeBody({ enrollment_session_id: first[0]!.enrollment_session_id })),
    (reply, what) => refused(reply, 'idempotency_conflict', what),
  ],
  'a lookup': (probe, { first, overwrites }) => [
    probe.lookup(probe.lookupBody(first[0]!)),
    (reply, what) => returnsOneOf([...first, ...overwrites])(reply, what),
  ],
  'a lookup of another user': (probe) => [
    probe.lookup(probe.lookupBody(probe.storeBody())),
    (reply, what) => refused(reply, 'bio_enrollment_not_found', what),
  ],
};

async function together(probe: Probe, names: readonly string[]): Promise<void> {
  const scene: Scene = { first: [await stored(probe)], overwrites: [], others: [] };
  const sent = names.map((name) => CALLS[name]!(probe, scene));
  const replies = await Promise.all(sent.map(([reply]) => reply));
  const moment = `${names[0]} and ${names[1]} at the same moment`;
  for (const [at, [, look]] of sent.entries()) look(replies[at]!, `${names[at]}, of ${moment}`);
  for (const body of scene.others) await holdsNow(probe, body, `after ${moment}`);
  const latest = scene.overwrites.length > 0 ? scene.overwrites : scene.first;
  returnsOneOf(latest)(await probe.lookup(probe.lookupBody(scene.first[0]!)), `after ${moment}`);
}

export const atOnceChecks: readonly Check[] = [
  rule(
    'store.at_once',
    'Any two different calls at the same moment are answered as if each were alone',
    async (probe) => {
      const names = Object.keys(CALLS);
      for (const [at, a] of names.entries())
        for (const b of names.slice(at)) await together(probe, a === b ? [a, a, a] : [a, b, a, b]);
    },
    'State that calls share, or a write in two steps, mixes them: claim the key and write the whole enrollment in one transaction, and keep nothing of a call in a variable that others see.',
  ),
];
