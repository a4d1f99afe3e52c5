import { CLOCK_TOLERANCE_MS } from '../../../runtime/clock.ts';
import { keysAt } from '../../../keys/key-status.ts';
import { clockAheadMs } from '../../../lifecycle/clock-check.ts';
import { finding } from '../../actions/finding.ts';
import { checkWebhooks } from '../../actions/webhooks.ts';
import { endpoint, type ConsoleContext } from '../endpoint.ts';

export const health = endpoint({
  name: 'health',
  role: 'read',
  params: {},
  async run(operator) {
    const checks = await Promise.all([
      finding('store', async () => {
        await operator.store.check();
        return `${operator.store.kind} is reachable and writable`;
      }),
      finding('clock', () => clock(operator)),
      finding('keys', () => keys(operator)),
      finding('webhooks', () => checkWebhooks(operator)),
    ]);
    return { ok: checks.every(({ ok }) => ok), checks };
  },
});

async function clock({ store, now }: ConsoleContext): Promise<string> {
  const aheadMs = await clockAheadMs(store);
  if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS)
    throw new Error(`this machine's clock is ${Math.round(aheadMs / 1000)} s off the database server's clock`);
  return `${new Date(now()).toISOString()}, within ${CLOCK_TOLERANCE_MS / 1000} s of the database`;
}

async function keys({ store, keys: ring, now }: ConsoleContext): Promise<string> {
  await ring.upToDate();
  await ring.check();
  const standings = keysAt(await store.keys.list('bio-signing'), now());
  const announced = standings.find(({ status }) => status === 'announced');
  return announced === undefined
    ? 'all usable, no rotation announced'
    : `all usable; ${announced.key.id} becomes active at ${new Date(announced.switchAt).toISOString()}`;
}
