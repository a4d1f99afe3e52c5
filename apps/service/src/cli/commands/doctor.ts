import type { Env } from '../../config/setting-reader.ts';
import { finding, type Finding } from '../../operator/actions/finding.ts';
import type { Output } from '../../operator/actions/output.ts';
import { checkWebhooks } from '../../operator/actions/webhooks.ts';
import { environmentOf, withStoreContext, type StoreContext } from '../store-context.ts';
import { checkBioApis } from './doctor-bio-apis.ts';
import { checkBaseUrl, checkService } from './doctor-service.ts';
import { checkCertificate, checkDatabase, checkDataFolder, checkSettings } from './doctor-settings.ts';
import { checkClock, checkDraining, checkKeys, checkMerchants, checkSigning } from './doctor-store.ts';

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
        return `${context.store.kind} is reachable and writable`;
      }),
    );
    findings.splice(findings.indexOf(environment) + 1, 0, opened);
  }
  const failed = findings.some(({ ok }) => !ok);
  const text = findings
    .map((each) => `${markOf(each)} ${each.check.padEnd(20)} ${each.detail.replaceAll('\n', ' ')}`)
    .join('\n');
  return { json: { ok: !failed, findings }, text, failed };
}

const markOf = ({ ok, note }: Finding): string => (note ? 'ℹ' : ok ? '✓' : '✗');

async function examineStore(context: StoreContext): Promise<Finding[]> {
  await context.store.check();
  const service = await finding('service', () => checkService(context));
  const isRunning = service.ok && service.note === undefined;
  return [
    service,
    await finding('base URL', () => checkBaseUrl(context, isRunning)),
    await finding('clock', () => checkClock(context)),
    await finding('keys', () => checkKeys(context)),
    await finding('signing', () => checkSigning(context)),
    await finding('merchants', () => checkMerchants(context)),
    await finding('Bio API certificates', () => checkBioApis(context)),
    await finding('webhooks', () => checkWebhooks(context)),
    await finding('draining', () => checkDraining(context)),
  ];
}
