import { plural } from '../terminal/output.ts';
import { type CheckDetail } from '../../operator/checks/check.ts';
import { checkSealed } from '../../operator/checks/health-checks.ts';
import type { StoreContext } from '../store-context.ts';

export async function checkMerchants({ store: { merchants } }: StoreContext): Promise<string> {
  const all = await merchants.list();
  const live = (await merchants.listClients()).filter(({ revokedAt }) => revokedAt === null);
  const unlimited = all.filter(({ rateLimits }) => !rateLimits.createPerMerchant);
  const limits =
    unlimited.length === 0 ? '' : `; ${unlimited.length} without --limit-create: sessions can fill the disk`;
  return `${plural(all.length, 'merchant')}, ${plural(live.length, 'live client')}${limits}`;
}

/** Not in the console: a store may have thousands. */
export async function checkWebhookSecrets(context: StoreContext): Promise<CheckDetail> {
  const sealed = await context.store.keys.allSealed();
  const secrets = sealed.filter(({ purpose }) => purpose === 'webhook-secret');
  return secrets.length === 0 ? { note: 'none' } : checkSealed(context, secrets, 'secret');
}
