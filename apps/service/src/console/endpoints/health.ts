import { CLOCK_TOLERANCE_MS, systemClock } from '../../config/clock.ts';
import { keysAt } from '../../keys/key-status.ts';
import type { ConsoleParts, Endpoint } from '../endpoint.ts';
import type { Health } from '../wire.ts';

type Check = Health['checks'][number];

/** What this process finds when it looks around. */
export const health: Endpoint['answer'] = async (parts): Promise<Health> => {
  const checks = await Promise.all([
    look('ready', async () => {
      await parts.ready();
      return 'this process serves';
    }),
    look('store', async () => {
      await parts.store.check();
      return `${parts.store.kind} answers and can be written`;
    }),
    look('clock', () => clock(parts)),
    look('keys', () => keys(parts)),
    look('webhooks', () => webhooks(parts)),
  ]);
  return { ok: checks.every(({ ok }) => ok), checks };
};

async function look(check: string, find: () => Promise<string>): Promise<Check> {
  try {
    return { check, ok: true, detail: await find() };
  } catch (error) {
    return { check, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function clock({ store, now }: ConsoleParts): Promise<string> {
  const aheadMs = systemClock.now() - (await store.now());
  if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS)
    throw new Error(`this machine's clock is ${Math.round(aheadMs / 1000)} s off the database server's`);
  return `${new Date(now()).toISOString()}, with the database within ${CLOCK_TOLERANCE_MS / 1000} s`;
}

async function keys({ store, keys: ring, now }: ConsoleParts): Promise<string> {
  await ring.check();
  const standings = keysAt(await store.keys.list('bio-signing'), now());
  const announced = standings.find(({ status }) => status === 'announced');
  return announced === undefined
    ? 'they open, and no rotation is announced'
    : `they open; ${announced.key.id} takes over at ${new Date(announced.switchAt).toISOString()}`;
}

async function webhooks({ store }: ConsoleParts): Promise<string> {
  const endpoints = await store.webhooks.list();
  const disabled = endpoints.filter(({ disabledAt }) => disabledAt !== null).map(({ merchantId }) => merchantId);
  if (disabled.length > 0) throw new Error(`disabled after days of failure: ${disabled.join(', ')}`);
  return `${endpoints.length} endpoints, none disabled`;
}
