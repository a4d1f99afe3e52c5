import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { withConnection } from '../../apps/service/src/storage/postgres/migrate.ts';
import { sampleMerchant } from '../../apps/service/src/storage/test/samples.ts';
import { startPgbouncer } from '../../deploy/test/running-pgbouncer.ts';
import { ensureInstalled } from '../../tools/debian-package.ts';
import { createDatabase, createTemplate, startPostgres } from '../postgres-server.ts';
import type { Walk } from './explore/walk.ts';
import { DATA_MOVES, MERCHANTS } from './stores/data-moves.ts';
import { Machine, ROUND_MS } from './stores/machine.ts';
import { Model } from './stores/model.ts';
import { Place, postgres, sqlite, Stores } from './stores/places.ts';
import { WORLD_MOVES } from './stores/world-moves.ts';

const EXPECTED_ERRORS = /nothing is erased|go to the default partition/;

async function holds(model: Model, stores: Stores): Promise<void> {
  model.erase();
  const kept = [...model.sessions.values()].filter(({ id }) => !model.old.has(id));
  await stores.each(async (place) => {
    const { sessions } = place.store(1);
    const found = await Promise.all(kept.map(({ id }) => sessions.find(id)));
    for (const [i, session] of kept.entries()) assert.deepEqual(found[i], model.asFound(session, found[i]), place.name);
    const misplaced = place.isHindered ? [] : await place.database.misplaced();
    assert.deepEqual(misplaced, [], `${place.name}: sessions outside the partition of their day`);
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
  longest: 40,
  withinMs: 600_000,
  moves: [...DATA_MOVES, ...WORLD_MOVES],
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
  const store = place.store(0);
  for (const id of MERCHANTS) {
    const entry = { at: now, actor: 'operator:kim', action: 'merchant.add', subject: id, detail: {} };
    await store.merchants.add(sampleMerchant({ id }), entry);
    const webhook = { merchantId: id, url: 'https://shop.example/hook', caPem: null, secrets: [] };
    await store.webhooks.add({ ...webhook, createdAt: now });
    const endpoint = { isPaused: false, isDisabled: false, failingSince: null, events: new Map() };
    model.endpoints.set(`${place.name} ${id}`, endpoint);
  }
}
