import type { Env } from '../../config/setting-reader.ts';
import { checkBioCertificates } from '../../operator/actions/bio-certificates.ts';
import { finding, type Finding } from '../../operator/actions/finding.ts';
import type { Output } from '../../operator/actions/output.ts';
import { checkHealth } from '../../operator/actions/health-checks.ts';
import { environmentOf, withStoreContext, type StoreContext } from '../store-context.ts';
import { checkBaseUrl, checkDraining, checkService } from './doctor-service.ts';
import { checkCertificate, checkDatabase, checkDataFolder, checkSettings } from './doctor-settings.ts';
import { checkMerchants, checkWebhookSecrets } from './doctor-merchants.ts';

export async function examine(env: Env): Promise<Output> {
  const database = await finding('database', () => checkDatabase(env));
  const environment = await finding('environment', () => environmentOf(env));
  const findings: Finding[] = [
    await finding('Node', () => process.version),
    await finding('settings', () => checkSettings(env)),
    database,
    // The environment is unknown without a connection.
    ...(environment.ok || database.ok ? [environment] : []),
    await finding('data folder', () => checkDataFolder(env)),
    await finding('TLS certificate', () => checkCertificate(env)),
  ];
  if (environment.ok) {
    const opened = await finding('store', () =>
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
  const service = await finding('service', () => checkService(context));
  const isRunning = service.ok && service.note === undefined;
  return [
    ...(await checkHealth(context)),
    service,
    await finding('base URL', () => checkBaseUrl(context, isRunning)),
    await finding('merchants', () => checkMerchants(context)),
    await finding('Bio API certificates', () => checkBioCertificates(context)),
    await finding('webhook secrets', () => checkWebhookSecrets(context)),
    await finding('draining', () => checkDraining(context)),
  ];
}
