import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { merchantIdFault } from '@authly/contract/field-rules';
import { BIO_LIMITS, LIMITS } from '@authly/contract/limits';
import type { Command } from 'commander';
import { httpsUrl } from '../../actions/https-url.ts';
import {
  findMerchant,
  merchantChanges,
  merchantView,
  MERCHANT_BOUNDS,
  setMerchant as setSettings,
  type MerchantSettings,
} from '../../actions/merchants.ts';
import { setLogo } from '../../actions/logos.ts';
import { setWebhook } from '../../actions/webhooks.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import type { Cli } from '../cli-context.ts';
import { OperatorError } from '../../actions/operator.ts';
import { fields, output, table } from '../output.ts';
import { wholeNumber } from '../whole-number.ts';
import { probeOutput } from './merchant-probe.ts';
import { showMerchant } from './merchant-show.ts';
import { SHOWN_ONCE } from './webhook.ts';
import type { StoreContext } from '../store-context.ts';

type Settings = Omit<MerchantSettings, 'bioCaPem'> & { bioCaFile?: string };

/** Not of the merchant itself: its picture is kept beside it. */
interface LogoSetting {
  logoFile?: string | undefined;
}

/** Nor is the webhook. */
interface WebhookSettings {
  webhookUrl?: string | undefined;
  webhookCaFile?: string | undefined;
}

export function merchantCommands(cli: Cli): void {
  const merchant = cli.program.command('merchant').description('merchants: who may call, and where their Bio API is');

  settingOptions(
    merchant
      .command('add')
      .description('onboard a merchant')
      .option('--id <id>', 'its merchant_id; made when not given'),
  )
    .requiredOption('--name <name>', 'shown to persons on the hosted page and in the app')
    .requiredOption('--bio-base-url <url>', 'base address of its Bio API')
    .action(cli.at((context, options: Settings & { id?: string }) => addMerchant(context, options)));

  merchant
    .command('probe')
    .argument('<merchant_id>')
    .description('call its Bio API as the service does: name, TLS, a signed look-up of a user that does not exist')
    .action(cli.at((context, _options: object, id: string) => probeOutput(context, id)));

  merchant
    .command('show')
    .argument('<merchant_id>')
    .description('its settings as they count now, its clients and its webhook')
    .action(cli.at((context, _options: object, id: string) => showMerchant(context, id)));

  merchant
    .command('list')
    .description('all merchants')
    .action(
      cli.at(async ({ store }) => {
        const rows = (await store.merchants.list()).map(merchantView);
        return output(
          rows,
          table(
            rows.map(({ merchant_id, name, bio_base_url, session_lifetime_s }) => ({
              merchant_id,
              name,
              bio_base_url,
              session_lifetime_s,
            })),
            'No merchants yet: authly merchant add --name … --bio-base-url …',
          ),
        );
      }),
    );

  settingOptions(
    merchant
      .command('set')
      .argument('<id>', 'merchant_id')
      .description('change settings; running services see them within 5 s'),
  )
    .option('--name <name>', 'shown to persons')
    .option('--logo-file <file>', 'PNG or WebP, at most 32 KiB, shown beside its name; "none" for none')
    .option('--bio-base-url <url>', 'base address of its Bio API')
    .option(
      '--webhook-url <url>',
      'where it hears that a session has ended; "none" for nowhere. The first time a secret is shown',
    )
    .option('--webhook-ca-file <file>', 'PEM of the CA that the webhook address is from; "none" for the public ones')
    .action(
      cli.at((context, options: Settings & LogoSetting & WebhookSettings, id: string) =>
        setMerchant(context, id, options),
      ),
    );
}

function settingOptions(command: Command): Command {
  return command
    .option('--bio-ca-file <file>', 'PEM of the CA that its Bio API certificate is from; "none" for the public ones')
    .option(
      '--bio-timeout-ms <n>',
      `deadline of one attempt (default ${BIO_LIMITS.requestTimeoutMs})`,
      wholeNumber(...MERCHANT_BOUNDS.bioTimeoutMs),
    )
    .option('--bio-retries <n>', `retries (default ${BIO_LIMITS.retries})`, wholeNumber(...MERCHANT_BOUNDS.bioRetries))
    .option(
      '--session-lifetime-s <n>',
      `default ${LIMITS.sessionLifetimeDefaultS}, at most ${LIMITS.sessionLifetimeMaxS}`,
      wholeNumber(...MERCHANT_BOUNDS.sessionLifetimeS),
    )
    .option(
      '--attempts-per-hour <n>',
      `verifications of one user's finger within an hour that may fail to match (default ${LIMITS.attemptsPerHour}, 0: no limit)`,
      wholeNumber(...MERCHANT_BOUNDS.attemptsPerHour),
    )
    .option(
      '--limit-create <n>',
      'session creations per 60 s (0: no limit)',
      wholeNumber(...MERCHANT_BOUNDS.limitCreate),
    )
    .option(
      '--limit-create-per-user <n>',
      'the same for one merchant_user_ref',
      wholeNumber(...MERCHANT_BOUNDS.limitCreatePerUser),
    )
    .option('--limit-result <n>', 'result look-ups per 60 s (0: no limit)', wholeNumber(...MERCHANT_BOUNDS.limitResult))
    .option(
      '--limit-result-per-session <n>',
      'the same for one session',
      wholeNumber(...MERCHANT_BOUNDS.limitResultPerSession),
    );
}

async function addMerchant(
  { store, environment, now, auditEntry }: StoreContext,
  options: Settings & { id?: string },
): Promise<ReturnType<typeof output>> {
  const id = options.id ?? `mch_${randomBytes(10).toString('hex')}`;
  const fault = merchantIdFault(id);
  if (fault !== undefined) throw new OperatorError(`--id: ${fault}`);
  const merchant: Merchant = {
    id,
    name: options.name!,
    bioBaseUrl: options.bioBaseUrl!,
    bioCaPem: null,
    bioTimeoutMs: BIO_LIMITS.requestTimeoutMs,
    bioRetries: BIO_LIMITS.retries,
    sessionLifetimeS: LIMITS.sessionLifetimeDefaultS,
    logoId: null,
    attemptsPerHour: LIMITS.attemptsPerHour,
    createdAt: now(),
    ...merchantChanges(settingsOf(options), {}, environment),
  };
  if (!(await store.merchants.add(merchant, auditEntry('merchant.add', id))))
    throw new OperatorError(`there is a merchant ${id} already`);
  return output({ merchant_id: id }, `${fields(merchantView(merchant))}\n\nNext: authly client add --merchant ${id}`);
}

async function setMerchant(
  context: StoreContext,
  id: string,
  { webhookUrl, webhookCaFile, logoFile, ...options }: Settings & LogoSetting & WebhookSettings,
): Promise<ReturnType<typeof output>> {
  const merchant = await findMerchant(context, id);
  const settings = settingsOf(options);
  const asked = askedWebhook({ webhookUrl, webhookCaFile }, context.environment);
  const logo =
    logoFile === undefined
      ? undefined
      : await setLogo(context, id, logoFile === 'none' ? null : { name: logoFile, bytes: readFileSync(logoFile) });
  const isOther = Object.keys(settings).length === 0 && (asked !== undefined || logo !== undefined);
  const changed = isOther ? merchant : await setSettings(context, merchant, settings);
  const webhook = asked === undefined ? {} : await setWebhook(context, id, asked);
  const row = { ...merchantView({ ...changed, ...logo }), ...webhook };
  return output(row, 'webhook_secret' in webhook ? `${fields(row)}\n\n${SHOWN_ONCE}` : fields(row));
}

/** Undefined: nothing is said of it. */
function askedWebhook(
  { webhookUrl: url, webhookCaFile: file }: WebhookSettings,
  environment: StoreContext['environment'],
): { url: string | null; caPem: string | null | undefined } | undefined {
  if (url === undefined) {
    if (file !== undefined) throw new OperatorError('--webhook-ca-file goes with --webhook-url');
    return undefined;
  }
  if (url !== 'none') httpsUrl(url, environment, 'the webhook address');
  return {
    url: url === 'none' ? null : url,
    caPem: file === undefined ? undefined : file === 'none' ? null : caPem(file),
  };
}

/** `--json` is how the answer looks, and `--id` no setting. */
function settingsOf(options: Settings): MerchantSettings {
  const { bioCaFile, ...settings } = options;
  const { json: _json, id: _id, ...given } = settings as typeof settings & { json?: true; id?: string };
  return { ...given, ...(bioCaFile !== undefined && { bioCaPem: bioCaFile === 'none' ? null : caPem(bioCaFile) }) };
}

function caPem(file: string): string {
  const pem = readFileSync(file, 'utf8');
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new OperatorError(`${file} holds no PEM certificate`);
  if (pem.includes('PRIVATE KEY')) throw new OperatorError(`${file} holds a private key: give the certificate alone`);
  return pem;
}
