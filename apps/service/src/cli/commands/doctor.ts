import type { Env } from '../../config/setting-reader.ts';
import { checkBioCertificates } from '../../operator/checks/bio-certificates.ts';
import { runCheck, type Finding } from '../../operator/checks/check.ts';
import type { Output } from '../terminal/output.ts';
import { checkHealth } from '../../operator/checks/health-checks.ts';
import { environmentOf, withStoreContext, type StoreContext } from '../store-context.ts';
import { checkBaseUrl, checkDraining, checkService } from './doctor-service.ts';
import { checkCertificate, checkDatabase, checkDataFolder, checkPasskeys, checkSettings } from './doctor-settings.ts';
import { checkMerchants, checkWebhookSecrets } from './doctor-merchants.ts';

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
