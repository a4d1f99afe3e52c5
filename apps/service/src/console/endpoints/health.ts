import { CLOCK_TOLERANCE_MS, systemClock } from '../../config/clock.ts';
import { keysAt } from '../../keys/key-status.ts';
import type { ConsoleContext, Handler } from '../endpoint.ts';
import type { Health } from '../wire.ts';

type Check = Health['checks'][number];

/** What this process finds when it looks around. */
export const health: Handler = async (context): Promise<Health> => {
  const checks = await Promise.all([
    look('ready', async () => {
      await context.ready();
      return 'this process serves';
    }),
    look('store', async () => {
      await context.store.check();
      return `${context.store.kind} answers and can be written`;
    }),
    look('clock', () => clock(context)),
    look('keys', () => keys(context)),
    look('webhooks', () => webhooks(context)),
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

async function clock({ store, now }: ConsoleContext): Promise<string> {
  const aheadMs = systemClock.now() - (await store.now());
  if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS)
    throw new Error(`this machine's clock is ${Math.round(aheadMs / 1000)} s off the database server's`);
  return `${new Date(now()).toISOString()}, with the database within ${CLOCK_TOLERANCE_MS / 1000} s`;
}

async function keys({ store, keys: ring, now }: ConsoleContext): Promise<string> {
  await ring.check();
  const standings = keysAt(await store.keys.list('bio-signing'), now());
  const announced = standings.find(({ status }) => status === 'announced');
  return announced === undefined
    ? 'they open, and no rotation is announced'
    : `they open; ${announced.key.id} takes over at ${new Date(announced.switchAt).toISOString()}`;
}

async function webhooks({ store }: ConsoleContext): Promise<string> {
  const endpoints = await store.webhooks.list();
  const disabled = endpoints.filter(({ disabledAt }) => disabledAt !== null).map(({ merchantId }) => merchantId);
  if (disabled.length > 0) throw new Error(`disabled after days of failure: ${disabled.join(', ')}`);
  return `${endpoints.length} endpoints, none disabled`;
}
