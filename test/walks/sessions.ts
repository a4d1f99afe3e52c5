import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { KEY_PURPOSES } from '../../apps/service/src/config/key-purposes.ts';
import { rotateKey } from '../../apps/service/test/rotate-key.ts';
import { TestClock } from '../../apps/service/test/test-clock.ts';
import { until } from './explore/until.ts';
import { moves, type Moves, type Walk } from './explore/walk.ts';
import { Deployment } from './sessions/deployment.ts';
import { Model } from './sessions/model.ts';
import { PEOPLE_MOVES, type SessionsMove } from './sessions/people-moves.ts';
import { inUse, Shop, Shops } from './sessions/shop.ts';
import { connectAgain, sendBrokenPath, useWhileSilent } from './sessions/strangers.ts';

const DAY_MS = 24 * 3_600_000;

const pass = moves(
  [fc.constantFrom(7000, 61_000, 11 * 60_000, 3_700_000, 26 * 3_600_000)],
  (ms): SessionsMove => ({
    says: `${ms / 1000} s pass`,
    run: async (model, real) => real.pass(model, ms),
  }),
);

const rotate = moves(
  [fc.constantFrom(...KEY_PURPOSES)],
  (purpose): SessionsMove => ({
    says: `the key for ${purpose} rotates`,
    // Sessions are kept for 30 days. A new key is announced a week before.
    can: ({ now, began }) => now < began + 14 * DAY_MS,
    async run(model, real) {
      await real.endWaits(model);
      const before = real.clock.now();
      for (const shop of real.places) await rotateKey(shop.at.service(0), purpose);
      model.pass(real.clock.now() - before);
      model.mayRepeatEvents = true;
    },
  }),
);

const change = moves(
  [fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 }), fc.constantFrom('offered', 'required')],
  (attempts, createPerUser, binding): SessionsMove => ({
    says: `the merchant allows ${attempts} attempts and ${createPerUser} sessions of a user; a bound phone is ${binding}`,
    async run(model, real) {
      Object.assign(model.settings, { attempts, createPerUser, binding });
      await real.each((shop) => shop.changeSettings(model));
      // A change of a merchant reaches every process within this time.
      real.pass(model, 5000);
    },
  }),
);

const end = moves(
  [fc.constantFrom('drains', 'is killed')],
  (how): SessionsMove => ({
    says: `a process ${how} and starts again`,
    async run(model, real) {
      await real.endWaits(model);
      await real.each((shop) => shop.at.restart(how === 'is killed'));
      model.mayRepeatEvents ||= how === 'is killed';
    },
  }),
);

const cut: Moves<Model, Shops> = moves([], () => ({
  says: 'the database connections of a process are cut',
  async run(model, real) {
    model.mayRepeatEvents = true;
    await real.each((shop) => shop.at.cut());
  },
}));

const silence: Moves<Model, Shops> = moves([], () => ({
  says: 'a database connection is silent while merchants call',
  run: async (model, real) => {
    model.mayRepeatEvents = true;
    await real.each((shop) => useWhileSilent(shop, model, () => real.pass(model, 1000)));
  },
}));

const stranger: Moves<Model, Shops> = moves([], () => ({
  says: 'a stranger sends 16 MB to a path that cannot be decoded',
  run: (_model, real) => real.all((shop) => sendBrokenPath(shop.at.service(0))),
}));

const reconnect: Moves<Model, Shops> = moves([], () => ({
  says: 'a stranger resets connections and connects from the same ports',
  run: (_model, real) => real.all((shop) => connectAgain(shop.at.service(0))),
}));

const PLANTED = [/planted-user/, /"features"/, /#token=/, /nonce-\d-ses/];
const MAX_COOKIE = 600;

async function holds(model: Model, real: Shops): Promise<void> {
  await real.each(async (shop) => {
    await shop.requireResults(model.sessions.length, model);
    await shop.requireAnswered(model);
    await shop.requireHeard(model);
    assert.ok((shop.at.browser ?? '').length < MAX_COOKIE, `${shop.name}: the cookie grows with each session`);
  });
}

/** Its own clients and its database keep connections. */
const KEPT = /connections$/;
const isIdle = (used: ReadonlyMap<string, number>): boolean =>
  [...used].every(([resource, count]) => count === 0 || KEPT.test(resource));

async function ends(model: Model, real: Shops): Promise<void> {
  await real.endWaits(model);
  for (const shop of real.places) {
    await shop.requireEvents(model, real.clock);
    for (const service of shop.at.services)
      await until(`${shop.name}: nothing in use`, async () => isIdle(await inUse(service)));
    const leaks = shop.at.lines.splice(0).filter((line) => PLANTED.some((each) => each.test(line)));
    assert.deepEqual(leaks, [], `${shop.name}: the log`);
  }
}

export const walk: Walk<Model, Shops> = {
  name: 'sessions',
  longest: 50,
  withinMs: 600_000,
  moves: [...PEOPLE_MOVES, pass, pass, rotate, change, end, cut, silence, stranger, reconnect],
  async open(ground) {
    const clock = new TestClock();
    const start = async () => [await Deployment.start(clock, await ground.database()), await Deployment.start(clock)];
    const stop = () => Promise.all(deployments.map((each) => each.stop()));
    let deployments = await start();
    let isUsedUp = false;
    return {
      async begin() {
        if (isUsedUp) {
          await stop();
          deployments = await start();
        }
        isUsedUp = true;
        const model = new Model(clock.now());
        const shops = await Promise.all(deployments.map((at) => Shop.open(at, model)));
        return { model, real: new Shops(clock, shops) };
      },
      holds,
      async ends(model, real) {
        await ends(model, real);
        isUsedUp = deployments.some(({ hadFault }) => hadFault);
      },
      leave: async (real) => void (await real.each((shop) => shop.close())),
      [Symbol.asyncDispose]: async () => void (await stop()),
    };
  },
};
