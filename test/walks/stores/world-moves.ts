import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { clockMove, plan } from '../../../apps/service/src/session/move.ts';
import { DAY, MINUTE, sampleSession } from '../../../apps/service/src/storage/test/samples.ts';
import { moves, type Moves } from '../explore/walk.ts';
import { merchant, MERCHANTS, SESSION_MS, type StoresMove } from './data-moves.ts';
import { RETENTION_DAYS, ROUND_MS } from './machine.ts';
import type { Model } from './model.ts';
import type { Stores } from './places.ts';

const HOUR = 60 * MINUTE;

const pass = moves(
  [fc.constantFrom(7001, 61_003, HOUR, 5 * HOUR, DAY, 6 * DAY, 31 * DAY)],
  (ms): StoresMove => ({
    says: `${ms / HOUR} h pass`,
    run: (model, stores) => stores.pass(model, ms),
  }),
);

/** To a moment at which a session must not be ended or erased yet, or must be. */
export const edge = moves(
  [fc.constantFrom('expires', 'is erased'), fc.boolean()],
  (what, isBefore): StoresMove => ({
    says: `time passes until the newest session ${isBefore ? 'almost ' : ''}${what}`,
    can: (model) => model.sessions.size > 0,
    async run(model, stores) {
      const { createdAt, expiresAt } = [...model.sessions.values()].at(-1)!;
      const erasedAt = (Math.floor(createdAt / DAY) + 1 + RETENTION_DAYS) * DAY;
      const at = what === 'expires' ? expiresAt : erasedAt + (isBefore ? 0 : ROUND_MS);
      const ms = at - Number(isBefore) - stores.now;
      const isAhead = ms >= ROUND_MS;
      if (isAhead) await stores.pass(model, ms);
      return isAhead ? 'it comes' : 'it has passed';
    },
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
  [fc.constantFrom(4000, 10 * DAY, 800 * DAY), fc.boolean()],
  (aheadMs, isAtStart): StoresMove => ({
    says: `the machine's clock is ${aheadMs / HOUR} h ahead${isAtStart ? ' at a start' : ''} and then right again`,
    async run(model, stores) {
      const set = async (ms: number): Promise<void> => stores.machine.setAhead(ms);
      await (isAtStart ? stores.rest(model, () => set(aheadMs)) : set(aheadMs));
      await stores.pass(model, ROUND_MS, aheadMs < HOUR);
      await stores.rest(model, () => set(0));
    },
  }),
);

const crash = moves(
  [fc.nat(1)],
  (last): StoresMove => ({
    says: `Postgres is killed${last === 0 ? ' behind its pool' : ''}, and a process that writes to SQLite`,
    async run(_model, stores) {
      // One server has all databases on Postgres.
      const killed = [stores.places[0]!, stores.places.at(-1 - last)!];
      const acknowledged: (readonly string[])[] = [];
      for (const place of killed) acknowledged.push(await place.database.crash(place.store(0), stores.now));
      for (const place of stores.places) await place.untilItServes();
      for (const [i, place] of killed.entries()) {
        const kept = await place.store(1).sessions.summaries(acknowledged[i]!);
        assert.equal(kept.length, acknowledged[i]!.length, `${place.name} lost acknowledged sessions`);
      }
    },
  }),
);

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
          await webhooks.oldestDue();
        }),
      );
      model.keep(session);
      model.keep(opened.next);
    },
  }),
);

/** What happens to machines and databases. */
export const WORLD_MOVES = [pass, pass, pass, pass, edge, edge, rest, wrongClock, crash, backup, restore, neighbor];
