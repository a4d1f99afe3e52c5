import { randomUUID } from 'node:crypto';
import type { StoreRequest } from '@authly/contract/captures/store';
import { isObject } from '../../json.ts';
import { type Check, CheckFailure, rule } from '../check.ts';
import { accepted, holdsNow, refused, stored } from '../expectations.ts';
import type { Probe } from '../probe.ts';
import type { Reply } from '../send-raw.ts';

/** What is stored for one user and finger. */
interface Scene {
  readonly first: StoreRequest;
  /** Each of these may be the latest. */
  readonly overwrites: StoreRequest[];
  /** Of other users and fingers. */
  readonly others: StoreRequest[];
}

interface Call {
  send(probe: Probe, scene: Scene): Promise<Reply>;
  look(reply: Reply, what: string, scene: Scene): void;
}

const kept = (probe: Probe, list: StoreRequest[], body: StoreRequest): Promise<Reply> => {
  list.push(body);
  return probe.store(body);
};
const look = (reply: Reply, what: string): void => accepted(reply, what);

const FINGERS = ['LI', 'LM', 'RM'] as const;

/** Every pair of these is sent at the same moment, twice each. */
const CALLS: Readonly<Record<string, Call>> = {
  'an overwrite': {
    send: (probe, { first, overwrites }) =>
      kept(probe, overwrites, probe.storeBody({ merchant_user_ref: first.merchant_user_ref })),
    look,
  },
  'a store of another user': { send: (probe, { others }) => kept(probe, others, probe.storeBody()), look },
  'a store of another finger': {
    send: (probe, { first: { merchant_user_ref }, others }) => {
      const finger = FINGERS[others.filter((body) => body.merchant_user_ref === merchant_user_ref).length]!;
      return kept(probe, others, probe.storeBody({ merchant_user_ref }, { finger }));
    },
    look,
  },
  'a repeat': { send: (probe, { first }) => probe.store(first), look },
  'a conflict': {
    send: (probe, { first: { merchant_user_ref, enrollment_session_id } }) =>
      probe.store(probe.storeBody({ merchant_user_ref, enrollment_session_id })),
    look: (reply, what) => refused(reply, 'idempotency_conflict', what),
  },
  'a lookup': {
    send: (probe, { first }) => probe.lookup(probe.lookupBody(first)),
    look: (reply, what, { first, overwrites }) => {
      accepted(reply, what);
      const payload = isObject(reply.json) ? reply.json['payload'] : undefined;
      const isWhole = [first, ...overwrites].some(
        ({ payload: { features, enc_key } }) =>
          isObject(payload) && payload['features'] === features && payload['enc_key'] === enc_key,
      );
      if (!isWhole) throw new CheckFailure(`${what}: it returned the data of another call, or parts of two`);
    },
  },
  'a lookup of another user': {
    send: (probe) =>
      probe.lookup(probe.lookupBody(probe.storeBody({ merchant_user_ref: `bio-check-${randomUUID()}` }))),
    look: (reply, what) => refused(reply, 'bio_enrollment_not_found', what),
  },
};

async function together(probe: Probe, [a, b]: readonly [string, string]): Promise<void> {
  const scene: Scene = { first: await stored(probe), overwrites: [], others: [] };
  const names = a === b ? [a, a, a] : [a, b, a, b];
  const replies = await Promise.all(names.map((name) => CALLS[name]!.send(probe, scene)));
  for (const [at, name] of names.entries())
    CALLS[name]!.look(replies[at]!, `${name} at the same moment as ${name === a ? b : a}`, scene);
  const after = `after ${a} and ${b} at the same moment`;
  for (const body of scene.others) await holdsNow(probe, body, after);
  const latest = await probe.lookup(probe.lookupBody(scene.first));
  const could = scene.overwrites.length > 0 ? { first: scene.overwrites[0]!, overwrites: scene.overwrites } : scene;
  CALLS['a lookup']!.look(latest, after, { ...scene, ...could });
}

export const atOnceChecks: readonly Check[] = [
  rule(
    'store.at_once',
    'Different calls for one user at the same moment are each answered as if they were alone',
    async (probe) => {
      const names = Object.keys(CALLS);
      for (const [at, a] of names.entries()) for (const b of names.slice(at)) await together(probe, [a, b]);
    },
    'State that calls share, or a write in two steps, mixes them: claim the key and write the whole enrollment in one transaction, and keep nothing of a call in a variable that others see.',
  ),
];
