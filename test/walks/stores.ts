import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as fc from 'fast-check';
import { clockMove, plan, type SessionInput } from '../../apps/service/src/session/move.ts';
import type { Session } from '../../apps/service/src/session/session.ts';
import type { Store } from '../../apps/service/src/storage/port/store.ts';
import { withConnection } from '../../apps/service/src/storage/postgres/migrate.ts';
import {
  CALLBACK,
  CLAIM_BY_BUTTON,
  DAY,
  MINUTE,
  sampleClaim,
  sampleMerchant,
  sampleSession,
} from '../../apps/service/src/storage/test/samples.ts';
import { startPgbouncer } from '../../deploy/test/running-pgbouncer.ts';
import { ensureInstalled } from '../../tools/debian-package.ts';
import { createTemplate, createDatabase, startPostgres } from '../postgres-server.ts';
import { moves, type Move, type Moves, type Walk } from './explore/walk.ts';
import { deliver } from './stores/deliver.ts';
import { Machine, ROUND_MS } from './stores/machine.ts';
import { Model, type Endpoint } from './stores/model.ts';
import { Place, postgres, sqlite } from './stores/places.ts';

const HOUR = 60 * MINUTE;
const MERCHANTS = ['mer_a', 'mer_b'];
const ATTEMPTS_AN_HOUR = 3;
const HITS = { merchant: 3, user: 2 };
const SESSION_MS = 10 * MINUTE;
const PROCESSING_MS = 25_000;

/** The same calls at each place, which must answer as the model does. */
class Stores {
  readonly machine: Machine;
  readonly places: readonly Place[];

  constructor(machine: Machine, places: readonly Place[]) {
    this.machine = machine;
    this.places = places;
  }

  get now(): number {
    return this.machine.now();
  }

  async each<T>(work: (place: Place) => Promise<T>): Promise<T[]> {
    return Promise.all(this.places.map((place) => work(place)));
  }

  /** Every place answers this. */
  async answers<T>(expected: T, ask: (place: Place) => Promise<T>): Promise<string> {
    const answers = await this.each(ask);
    for (const [i, answer] of answers.entries()) assert.deepEqual(answer, expected, this.places[i]!.name);
    return JSON.stringify(expected) ?? 'nothing';
  }

  async pass(model: Model, ms: number, isClockRight = true): Promise<void> {
    await this.machine.pass(ms);
    model.swept(this.now, isClockRight && ms >= ROUND_MS);
  }

  /** All processes end, and start again after the work. */
  async rest(model: Model, work: () => Promise<unknown>): Promise<void> {
    await this.each((place) => place.stop());
    await work();
    model.started(this.now);
    await this.each((place) => place.start());
  }
}

type StoresMove = Move<Model, Stores>;
const process = fc.nat(1);
const merchant = fc.constantFrom(...MERCHANTS);
const live = (model: Model, at: number): Session => [...model.sessions.values()].at(at % model.sessions.size)!;
const PROCESSES = ['one process', 'the other process'];

const create = moves(
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
  [fc.nat(), fc.constantFrom(...INPUTS), fc.boolean()],
  (at, given, isRace): StoresMove => ({
    says: `${isRace ? 'both processes at once apply' : 'one process applies'} ${given.event} to session ${at}`,
    can: (model) => model.sessions.size > 0 && 'next' in plan(live(model, at), given, 0),
    run(model, stores) {
      const { now } = stores;
      const input = given.event === 'callback' ? { ...given, processingDeadline: now + PROCESSING_MS } : given;
      const move = plan(live(model, at), input, now);
      assert.ok('next' in move);
      model.keep(move.next);
      const racing = isRace ? [0, 1] : [0];
      return stores.answers(isRace ? [false, true] : [true], async (place) => {
        const moved = await Promise.all(racing.map((process) => place.store(process).sessions.move(move)));
        return moved.sort();
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
  [merchant, fc.constantFrom('pause', 'resume', 'retry', 'retry of an unknown session')],
  (merchantId, action): StoresMove => ({
    says: `an operator runs ${action} on the webhook of ${merchantId}`,
    async run(model, stores) {
      const { now } = stores;
      const changed = await stores.each(async (place) => {
        const { webhooks } = place.store(0);
        const endpoint = model.endpoint(place.name, merchantId);
        switch (action) {
          case 'pause':
            assert.equal(await webhooks.pause(merchantId, now), !endpoint.isPaused, place.name);
            endpoint.isPaused = true;
            break;
          case 'resume':
            assert.equal(await webhooks.resume(merchantId, now), endpoint.isPaused, place.name);
            if (endpoint.isPaused) model.triedAgain(endpoint, now, ({ dueAt }) => dueAt !== null);
            endpoint.isPaused = false;
            break;
          case 'retry':
            await webhooks.retry(merchantId, now);
            model.triedAgain(endpoint, now, ({ isDelivered }) => !isDelivered);
            endpoint.isDisabled = false;
            break;
          default:
            assert.equal(await webhooks.retry(merchantId, now, 'ses_unknown'), 0, place.name);
        }
        return endpoint;
      });
      return changed.map(({ isDisabled }) => (isDisabled ? 'disabled' : 'enabled')).join();
    },
  }),
);

const delivery = moves(
  [fc.constantFrom('200', '503', 'killed'), fc.boolean()],
  (result, isRace): StoresMove => ({
    says: `${isRace ? 'both processes at once deliver' : 'a process delivers'} events: ${result}`,
    run: (model, stores) =>
      stores
        .each((place) => deliver(place, model.endpointsAt(place.name), { result, isRace, now: stores.now }))
        .then((counts) => `${counts.join(', ')} at each place`),
  }),
);

const pass = moves(
  [fc.constantFrom(7001, 61_003, HOUR, 5 * HOUR, DAY, 6 * DAY, 31 * DAY)],
  (ms): StoresMove => ({
    says: `${ms / HOUR} h pass`,
    run: (model, stores) => stores.pass(model, ms),
  }),
);

const rest = moves(
  [fc.constantFrom(HOUR, DAY, 5 * DAY, 31 * DAY)],
  (ms): StoresMove => ({
    says: `no process runs for ${ms / HOUR} h`,
    async run(model, stores) {
      await stores.rest(model, () => stores.machine.pass(ms));
    },
  }),
);

const wrongClock = moves(
  [fc.constantFrom(2 * MINUTE, 10 * DAY, 800 * DAY), fc.boolean()],
  (aheadMs, isAtStart): StoresMove => ({
    says: `the machine's clock is ${aheadMs / HOUR} h ahead${isAtStart ? ' at a start' : ''} and then right again`,
    async run(model, stores) {
      const set = async (ms: number): Promise<void> => stores.machine.setAhead(ms);
      await (isAtStart ? stores.rest(model, () => set(aheadMs)) : set(aheadMs));
      await stores.pass(model, ROUND_MS, false);
      await stores.rest(model, () => set(0));
    },
  }),
);

const crash: Moves<Model, Stores> = moves([], () => ({
  says: 'Postgres is killed, and a process that writes to SQLite',
  async run(_model, stores) {
    const acknowledged: (readonly string[])[] = [];
    // One server has all databases on Postgres.
    for (const place of stores.places) acknowledged.push(await place.database.crash(place.store(0), stores.now));
    for (const place of stores.places) await place.untilItServes();
    for (const [i, place] of stores.places.entries()) {
      const kept = await place.store(1).sessions.summaries(acknowledged[i]!);
      assert.equal(kept.length, acknowledged[i]!.length, `${place.name} lost acknowledged sessions`);
    }
  },
}));

const backup: Moves<Model, Stores> = moves([], () => ({
  says: 'a backup is made',
  async run(model, stores) {
    await stores.rest(model, () => stores.each((place) => place.database.backUp()));
    model.backup = model.copy();
  },
}));

const restore: Moves<Model, Stores> = moves([], () => ({
  says: 'the backup is restored',
  can: (model) => model.backup !== undefined,
  async run(model, stores) {
    await stores.rest(model, async () => {
      Object.assign(model, model.backup!.copy(), { backup: model.backup });
      await stores.each((place) => place.database.restore());
    });
  },
}));

const neighbor = moves(
  [merchant],
  (locked): StoresMove => ({
    says: `a transaction holds the rows of ${locked} while others work`,
    async run(model, stores) {
      // From then on nothing is due.
      await stores.pass(model, ROUND_MS);
      const merchantId = MERCHANTS.find((id) => id !== locked)!;
      const session = sampleSession({ merchantId, createdAt: stores.now, expiresAt: stores.now + SESSION_MS });
      const opened = plan(session, { event: 'open' }, stores.now);
      assert.ok('next' in opened);
      await stores.each((place) =>
        place.database.locking(locked, async () => {
          const { sessions, webhooks } = place.store(0);
          assert.deepEqual(await sessions.create(session), { outcome: 'created' });
          assert.equal(await sessions.move(opened), true);
          await sessions.moveDue(stores.now, 9, (due) => clockMove(due, stores.now));
          await webhooks.enabled();
        }),
      );
      model.keep(session);
      model.keep(opened.next);
    },
  }),
);

const EXPECTED_ERRORS = /nothing is erased|go to the default partition/;

async function holds(model: Model, stores: Stores): Promise<void> {
  for (const session of model.sessions.values()) if (model.isOld(session)) model.old.add(session.id);
  const kept = [...model.sessions.values()].filter(({ id }) => !model.old.has(id));
  await stores.each(async (place) => {
    const { sessions } = place.store(1);
    const found = await Promise.all(kept.map(({ id }) => sessions.find(id)));
    for (const [i, session] of kept.entries()) assert.deepEqual(found[i], model.asFound(session, found[i]), place.name);
    if (!place.isHindered)
      assert.deepEqual(
        await place.database.misplaced(),
        [],
        `${place.name}: sessions outside the partition of their day`,
      );
    const errors = place.errors.filter((error) => !EXPECTED_ERRORS.test(error));
    assert.deepEqual(errors, [], place.name);
  });
  for (const place of stores.places) await requireErased(place, model, stores);
}

/** One round may find a table busy. */
async function requireErased(place: Place, model: Model, stores: Stores): Promise<void> {
  if (model.isQuiet && place.name === 'SQLite') return;
  const stale = async (): Promise<number> => (await place.store(0).sessions.summaries([...model.old])).length;
  for (let round = 0; round < 3 && (await stale()) > 0; round++) await stores.pass(model, ROUND_MS);
  assert.equal(await stale(), 0, `${place.name} keeps sessions after their time`);
}

export const walk: Walk<Model, Stores> = {
  name: 'stores',
  longest: 25,
  withinMs: 120_000,
  moves: [
    create,
    create,
    create,
    advance,
    advance,
    advance,
    attempt,
    take,
    operate,
    delivery,
    delivery,
    pass,
    pass,
    rest,
    wrongClock,
    crash,
    backup,
    restore,
    neighbor,
  ],
  async open() {
    const server = await startPostgres();
    await withConnection(server.url, async (connection) => {
      // A commit that does not wait for its log would be lost with the server.
      await connection.query("ALTER SYSTEM SET wal_writer_delay = '10s'");
      await connection.query('SELECT pg_reload_conf()');
    });
    const template = await createTemplate(server.url);
    const pool = hasPgbouncer()
      ? await startPgbouncer(server.url, { mode: 'transaction', ignoresStartupParameters: true })
      : undefined;
    return {
      async begin() {
        const machine = new Machine();
        const copy = () => createDatabase(server.url, template.name);
        const places = [
          new Place('SQLite', sqlite(), machine),
          new Place('Postgres', postgres(server, await copy()), machine),
          ...(pool ? [new Place('Postgres behind PgBouncer', postgres(server, await copy(), pool), machine)] : []),
        ];
        const model = new Model(machine.now());
        const stores = new Stores(machine, places);
        await stores.each((place) => place.start());
        await stores.each((place) => onboard(place, model, machine.now()));
        return { model, real: stores };
      },
      holds,
      async ends(_model, stores) {
        await stores.answers([], (place) => place.database.leftInConnections());
      },
      async leave(stores) {
        await stores.each((place) => place.stop());
        stores.machine[Symbol.dispose]();
        await stores.each((place) => place.database.drop());
      },
      async [Symbol.asyncDispose]() {
        await pool?.[Symbol.asyncDispose]();
        await server.remove();
      },
    };
  },
};

function hasPgbouncer(): boolean {
  const found = (): boolean => existsSync('/usr/sbin/pgbouncer');
  ensureInstalled('No PgBouncer is here for the walks of stores', ['pgbouncer'], found);
  return found();
}

async function onboard(place: Place, model: Model, now: number): Promise<void> {
  const store: Store = place.store(0);
  for (const id of MERCHANTS) {
    await store.merchants.add(sampleMerchant({ id }), {
      at: now,
      actor: 'operator:kim',
      action: 'merchant.add',
      subject: id,
      detail: {},
    });
    await store.webhooks.add({
      merchantId: id,
      url: 'https://shop.example/hook',
      caPem: null,
      secrets: [],
      createdAt: now,
    });
    model.endpoints.set(`${place.name} ${id}`, {
      isPaused: false,
      isDisabled: false,
      failingSince: null,
      events: new Map(),
    } satisfies Endpoint);
  }
}
