import type { Env } from '../../config/setting-reader.ts';
import { checkBioCertificates } from '../../operator/checks/bio-certificates.ts';
import { runCheck, type CheckDetail, type Finding } from '../../operator/checks/check.ts';
import { plural, type Output } from '../terminal/output.ts';
import { checkHealth, checkSealed } from '../../operator/checks/health-checks.ts';
import { environmentOf, withStoreContext, type StoreContext } from '../store-context.ts';
import { checkBaseUrl, checkDraining, checkService } from './doctor-service.ts';
import { checkCertificate, checkDatabase, checkDataFolder, checkPasskeys, checkSettings } from './doctor-settings.ts';

export async function examine(env: Env): Promise<Output> {
  const database = await runCheck('database', () => checkDatabase(env));
  const environment = await runCheck('environment', () => environmentOf(env));
  const findings: Finding[] = [
    await runCheck('Node', () => process.version),
    await runCheck('settings', () => checkSettings(env)),
    database,
    // The environment is unknown without a connection.
    ...(environment.ok || database.ok ? [environment] : []),
    await runCheck('data folder', () => checkDataFolder(env)),
    await runCheck('TLS certificate', () => checkCertificate(env)),
    await runCheck('passkeys', () => checkPasskeys(env)),
  ];
  if (environment.ok) {
    const opened = await runCheck('store', () =>
      withStoreContext(env, async (context) => {
        findings.push(...(await examineStore(context)));
        return '';
      }),
    );
    if (!opened.ok) findings.push(opened);
  }
  const failed = findings.some(({ ok }) => !ok);
  const text = findings
    .map((each) => `${markOf(each)} ${each.check.padEnd(20)} ${each.detail.replaceAll('\n', ' ')}`)
    .join('\n');
  return { json: { ok: !failed, findings }, text, failed };
}

const markOf = ({ ok, note }: Finding): string => (note ? 'ℹ' : ok ? '✓' : '✗');

async function examineStore(context: StoreContext): Promise<Finding[]> {
  const service = await runCheck('service', () => checkService(context));
  const isRunning = service.ok && service.note === undefined;
  return [
    ...(await checkHealth(context)),
    service,
    await runCheck('base URL', () => checkBaseUrl(context, isRunning)),
    await runCheck('merchants', () => checkMerchants(context)),
    await runCheck('Bio API certificates', () => checkBioCertificates(context)),
    await runCheck('webhook secrets', () => checkWebhookSecrets(context)),
    await runCheck('draining', () => checkDraining(context)),
  ];
}

async function checkMerchants({ store: { merchants } }: StoreContext): Promise<string> {
  const all = await merchants.list();
  const live = (await merchants.listClients()).filter(({ revokedAt }) => revokedAt === null);
  const unlimited = all.filter(({ rateLimits }) => !rateLimits.createPerMerchant);
  const limits =
    unlimited.length === 0 ? '' : `; ${unlimited.length} without --limit-create: sessions can fill the disk`;
  return `${plural(all.length, 'merchant')}, ${plural(live.length, 'live client')}${limits}`;
}

/** The console leaves them out: a store may have thousands. */
async function checkWebhookSecrets(context: StoreContext): Promise<CheckDetail> {
  const sealed = await context.store.keys.allSealed();
  const secrets = sealed.filter(({ purpose }) => purpose === 'webhook-secret');
  return secrets.length === 0 ? { note: 'none' } : checkSealed(context, secrets, 'secret');
}
