import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { keysAt } from '../../../keys/key-status.ts';
import { isCurrent, unseal } from '../../../keys/seal.ts';
import { readShutdownDelayMs } from '../../../config/config.ts';
import { checkWebhooks } from '../../actions/webhooks.ts';
import { longestDrainMs } from '../../../lifecycle/drain-time.ts';
import type { Cli } from '../cli-context.ts';
import { examineBioApis } from './doctor-bio-apis.ts';
import { examineClock } from './doctor-clock.ts';
import { examineConnection, examineSettings } from './doctor-database.ts';
import { CERTIFICATE_WARNING_DAYS, counted, finding, type Finding, type Found } from './doctor-finding.ts';
import { examineBaseUrl, examineService } from './doctor-service.ts';
import { examineSigning } from './doctor-signing.ts';
import type { Output } from '../../actions/output.ts';
import { withStoreContext, environmentOf, type StoreContext } from '../store-context.ts';
import type { Env } from '../../../config/setting-reader.ts';
import { databaseUrlOf, dataDirOf } from '../../../config/store-settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export function doctorCommand(cli: Cli): void {
  cli.program
    .command('doctor')
    .description('check this installation and report problems')
    .example('authly doctor')
    .action(cli.run(examine));
}

async function examine(env: Env): Promise<Output> {
  const database = await finding('database', () => examineConnection(env));
  const environment = await finding('environment', () => environmentOf(env));
  const findings: Finding[] = [
    await finding('Node', () => process.version),
    await finding('settings', () => examineSettings(env)),
    database,
    // Without a connection nobody knows it.
    ...(environment.ok || database.ok ? [environment] : []),
    await finding('data folder', () => dataFolder(env)),
    await finding('TLS certificate', () => certificate(env)),
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
  const service = await finding('service', () => examineService(context));
  const isRunning = service.ok && service.note === undefined;
  return [
    service,
    await finding('base URL', () => examineBaseUrl(context, isRunning)),
    await finding('clock', () => examineClock(context)),
    await finding('keys', () => examineKeys(context)),
    await finding('signing', () => examineSigning(context)),
    await finding('merchants', () => examineMerchants(context)),
    await finding('Bio API certificates', () => examineBioApis(context)),
    await finding('webhooks', () => checkWebhooks(context)),
    await finding('draining', async () => {
      const longestMs = readShutdownDelayMs(context.env) + (await longestDrainMs(context.store.merchants));
      return {
        note: `at most ${Math.ceil(longestMs / 1000)} s after SIGTERM: your supervisor must not kill it earlier`,
      };
    }),
  ];
}

async function examineMerchants({ store: { merchants } }: StoreContext): Promise<string> {
  const all = await merchants.list();
  const live = (await merchants.listClients()).filter(({ revokedAt }) => revokedAt === null);
  return `${counted(all.length, 'merchant')}, ${counted(live.length, 'live client')}`;
}

async function examineKeys({ store, environment, now, masterKey }: StoreContext): Promise<Found> {
  const records = await store.keys.list();
  if (records.length === 0) return { note: 'none yet: the service creates them when it starts' };
  const master = masterKey();
  const sealed = await store.keys.allSealed();
  for (const each of sealed) unseal(master, { ...each, environment }, each.sealed).fill(0);
  // A purpose that is new in this release gets its key at the next start.
  for (const purpose of new Set(records.map((record) => record.purpose))) {
    const active = keysAt(
      records.filter((record) => record.purpose === purpose),
      now(),
    ).some(({ status }) => status === 'active');
    if (!active) throw new Error(`there is no active ${purpose} key`);
  }
  const old = sealed.filter((each) => !isCurrent(master, { ...each, environment }, each.sealed)).length;
  return old === 0
    ? `the master key decrypts all ${records.length} keys`
    : `${counted(old, 'key')} of ${sealed.length} ${old === 1 ? 'needs' : 'need'} AUTHLY_MASTER_KEY_PREVIOUS_FILE: run "authly keys rewrap"`;
}

function dataFolder(env: Env): Found {
  if (databaseUrlOf(env) !== undefined) return { note: 'not used: the store is Postgres' };
  const dataDir = dataDirOf(env);
  const mode = statSync(dataDir).mode & 0o777;
  if ((mode & 0o007) !== 0)
    throw new Error(`${dataDir} is readable by other users of this machine: chmod 700 ${dataDir}`);
  return dataDir;
}

function certificate(env: Env): Found {
  const file = env['AUTHLY_TLS_CERT_FILE'];
  if (!file)
    return {
      note:
        env['AUTHLY_ENV'] === 'production'
          ? 'AUTHLY_TLS_CERT_FILE is not set: a proxy must end TLS'
          : 'AUTHLY_TLS_CERT_FILE is not set; the sandbox creates its own',
    };
  const days = Math.floor((Date.parse(new X509Certificate(readFileSync(file)).validTo) - Date.now()) / DAY_MS);
  if (days < CERTIFICATE_WARNING_DAYS) throw new Error(`${file} expires in ${days} days`);
  return `expires in ${days} days`;
}
