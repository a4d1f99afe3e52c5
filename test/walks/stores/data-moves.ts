import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { plan, type SessionInput } from '../../../apps/service/src/session/move.ts';
import type { Session } from '../../../apps/service/src/session/session.ts';
import {
  CALLBACK,
  CLAIM_BY_BUTTON,
  DAY,
  MINUTE,
  sampleClaim,
  sampleSession,
} from '../../../apps/service/src/storage/test/samples.ts';
import { moves, type Move } from '../explore/walk.ts';
import { deliver } from './deliver.ts';
import type { Model } from './model.ts';
import type { Stores } from './places.ts';

const HOUR = 60 * MINUTE;
export const MERCHANTS = ['mer_a', 'mer_b'];
const ATTEMPTS_AN_HOUR = 2;
const HITS = { merchant: 3, user: 2 };
export const SESSION_MS = 10 * MINUTE;
const PROCESSING_MS = 25_000;

export type StoresMove = Move<Model, Stores>;
const process = fc.nat(1);
export const merchant = fc.constantFrom(...MERCHANTS);
/** The newest session that takes this input. */
const taking = (model: Model, input: SessionInput): Session | undefined =>
  [...model.sessions.values()].findLast((session) => 'next' in plan(session, input, 0));
const PROCESSES = ['one process', 'the other process'];

export const create = moves(
  [process, merchant, fc.option(fc.nat(2)), fc.nat(1)],
  (process, merchantId, key, body): StoresMove => ({
    says: `${PROCESSES[process]} creates a session of ${merchantId}${key === null ? '' : ` with key ${key} and body ${body}`}`,
    run(model, stores) {
      const { now } = stores;
      const session = sampleSession({ merchantId, createdAt: now, expiresAt: now + SESSION_MS });
      const claim = key === null ? [] : [sampleClaim({ merchantId, key: `${key}`, fingerprint: `${body}`.repeat(64) })];
      const before = model.claim(`${merchantId} ${key}`, now);
      const isReplay = before?.body === body;
      if (before === undefined) {
        model.keep(session);
        if (key !== null) model.claims.set(`${merchantId} ${key}`, { sessionId: session.id, body, at: now });
      }
      const stored = isReplay ? model.sessions.get(before.sessionId) : undefined;
      const expected = before === undefined ? 'created' : isReplay ? stored!.id : 'conflict';
      return stores.answers(expected, async (place) => {
        const creation = await place.store(process).sessions.create(session, ...claim);
        return creation.outcome === 'replayed' ? creation.session.id : creation.outcome;
      });
    },
  }),
);

/** Some cannot follow in every state. */
const INPUTS: readonly SessionInput[] = [
  { event: 'open' },
  CLAIM_BY_BUTTON,
  CALLBACK,
  { event: 'process' },
  { event: 'succeed', outcome: { matched: true, payload: { finger: 'LI' } } },
  { event: 'cancel' },
];

const advance = moves(
  [fc.constantFrom(...INPUTS), fc.boolean()],
  (given, isRace): StoresMove => ({
    says: `${isRace ? 'both processes at once apply' : 'one process applies'} ${given.event} to the newest session that takes it`,
    can: (model) => taking(model, given) !== undefined,
    run(model, stores) {
      const { now } = stores;
      const input = given.event === 'callback' ? { ...given, processingDeadline: now + PROCESSING_MS } : given;
      const move = plan(taking(model, given)!, input, now);
      assert.ok('next' in move);
      model.keep(move.next);
      const racing = isRace ? [0, 1] : [0];
      return stores.answers(isRace ? [false, true] : [true], async (place) => {
        const moved = await Promise.all(racing.map((process) => place.store(process).sessions.move(move)));
        return moved.sort((a, b) => Number(a) - Number(b));
      });
    },
  }),
);

const attempt = moves(
  [process, fc.constantFrom(0, 3000, DAY)],
  (process, aheadMs): StoresMove => ({
    says: `${PROCESSES[process]} counts an attempt, its clock ${aheadMs / 1000} s ahead`,
    run(model, stores) {
      const now = stores.now + aheadMs;
      const isCounted = model.attemptsOf('template', now) < ATTEMPTS_AN_HOUR;
      if (isCounted) model.attempts.push({ key: 'template', at: now });
      return stores.answers(isCounted, async (place) => {
        const counted = await place.store(process).attempts.count('template', ATTEMPTS_AN_HOUR, now - HOUR, now);
        return counted !== undefined;
      });
    },
  }),
);

const take = moves(
  [process, merchant, fc.nat(1)],
  (process, merchantId, user): StoresMove => ({
    says: `${PROCESSES[process]} takes from the windows of ${merchantId} and its user ${user}; a refused one waits as told`,
    async run(model, stores) {
      const windows = [
        { key: merchantId, limit: HITS.merchant },
        { key: `${merchantId} ${user}`, limit: HITS.user },
      ];
      const ask = (at: number): Promise<{ allowed: boolean; retryAfterMs: number }[]> =>
        stores.each((place) => place.store(process).rateWindows.take(windows, MINUTE, at));
      const isAllowed = windows.every(({ key, limit }) => model.hitsOf(key, stores.now) < limit);
      const answers = await ask(stores.now);
      assert.deepEqual(new Set(answers.map(({ allowed }) => allowed)), new Set([isAllowed]));
      const at = stores.now + Math.max(...answers.map(({ retryAfterMs }) => retryAfterMs));
      if (!isAllowed) for (const { allowed } of await ask(at)) assert.ok(allowed, 'the wait was not enough');
      model.hits.push(...windows.map(({ key }) => ({ key, at })));
      return isAllowed ? 'allowed' : 'allowed after the wait';
    },
  }),
);

/** Operator actions on a webhook. */
const operate = moves(
  [merchant, fc.constantFrom('pause or resume', 'pause or resume', 'retry', 'retry of an unknown session')],
  (merchantId, action): StoresMove => ({
    says: `an operator runs ${action} on the webhook of ${merchantId}`,
    async run(model, stores) {
      const { now } = stores;
      const changed = await stores.each(async (place) => {
        const { webhooks } = place.store(0);
        const endpoint = model.endpoint(place.name, merchantId);
        switch (action) {
          case 'pause or resume':
            assert.equal(await webhooks.resume(merchantId, now), endpoint.isPaused, place.name);
            if (endpoint.isPaused) model.triedAgain(endpoint, now, ({ dueAt }) => dueAt !== null);
            else assert.ok(await webhooks.pause(merchantId, now), place.name);
            endpoint.isPaused = !endpoint.isPaused;
            break;
          case 'retry':
            await webhooks.retry(merchantId, now);
            model.triedAgain(endpoint, now, ({ isDelivered }) => !isDelivered);
            endpoint.isDisabled = false;
            break;
          default:
            assert.equal(await webhooks.retry(merchantId, now, 'ses_unknown'), 0, place.name);
        }
        const stored = (await webhooks.find(merchantId))!;
        const found = { isDisabled: stored.disabledAt !== null, failingSince: stored.failingSince };
        const { isDisabled, failingSince } = endpoint;
        assert.deepEqual(found, { isDisabled, failingSince }, place.name);
        return endpoint;
      });
      return changed.map(({ isDisabled }) => (isDisabled ? 'disabled' : 'enabled')).join();
    },
  }),
);

const delivery = moves(
  [fc.constantFrom('200', '503', '410', 'killed'), fc.boolean()],
  (result, isRace): StoresMove => ({
    says: `${isRace ? 'both processes at once deliver' : 'a process delivers'} events: ${result}`,
    can: (model) => model.sessions.size > 0,
    async run(model, stores) {
      // Otherwise most moves would find no event.
      if (!model.hasDueEvent(stores.now)) await stores.pass(model, SESSION_MS);
      model.erase();
      const counts = await stores.each((place) =>
        deliver(place, model.endpointsAt(place.name), { result, isRace, now: stores.now, old: model.old }),
      );
      return `${counts.join(', ')} at each place`;
    },
  }),
);

const OFTEN = [create, advance, attempt, delivery];
const OPERATORS = Array.from({ length: 5 }, () => operate);
/** What processes and operators do. */
export const DATA_MOVES = [...OFTEN, ...OFTEN, ...OFTEN, ...OFTEN, take, take, ...OPERATORS];
