import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { merchantIdFault } from '@authly/contract/field-rules';
import { Option, type Command } from 'commander';
import { httpsUrl } from '../../actions/https-url.ts';
import {
  findMerchant,
  merchantChanges,
  merchantView,
  resumeMerchant,
  setMerchant as setSettings,
  suspendMerchant,
} from '../../actions/merchants.ts';
import { setLogo } from '../../actions/logos.ts';
import { OperatorError } from '../../actions/operator.ts';
import { setWebhook } from '../../actions/webhooks.ts';
import { SETTINGS, type MerchantSetting, type MerchantSettings } from '../../merchants/merchant-settings.ts';
import { newMerchant } from '../../merchants/merchant.ts';
import type { Cli } from '../cli-context.ts';
import { fields, output, table } from '../output.ts';
import { wholeNumber } from '../option-parsers.ts';
import { probeOutput } from './merchant-probe.ts';
import { showMerchant } from './merchant-show.ts';
import { SHOWN_ONCE } from './webhook.ts';
import type { StoreContext } from '../store-context.ts';

/** As commander gives them: by the names of the flags. */
type Settings = Readonly<Record<string, unknown>>;

/** Not of the merchant itself: its picture is kept beside it. */
interface LogoSetting {
  logoFile?: string | undefined;
}

/** Nor is the webhook. */
interface WebhookSettings {
  webhookUrl?: string | undefined;
  webhookCaFile?: string | undefined;
}

const STANDING = [
  ['suspend', suspendMerchant, 'reject its token requests and tokens within 5 s; its running sessions continue'],
  ['resume', resumeMerchant, 'accept a suspended merchant again'],
] as const;

export function merchantCommands(cli: Cli): void {
  const merchant = cli.program.command('merchant').description('merchants: who may call, and where their Bio API is');

  settingOptions(
    merchant
      .command('add')
      .description('onboard a merchant')
      .option('--id <id>', 'its merchant_id; made when not given'),
    { isNew: true },
  ).action(cli.at((context, options: Settings & { readonly id?: string }) => addMerchant(context, options)));

  merchant
    .command('probe')
    .argument('<merchant_id>')
    .description('call its Bio API as the service does: name, TLS, a signed lookup of a user that does not exist')
    .option('--store', 'in the sandbox: also store an enrollment of a marked test user, and look it up')
    .action(cli.at((context, options: { readonly store?: boolean }, id: string) => probeOutput(context, id, options)));

  merchant
    .command('show')
    .argument('<merchant_id>')
    .description('its settings as they count now, its clients and its webhook')
    .action(cli.at((context, _options: object, id: string) => showMerchant(context, id)));

  for (const [verb, act, description] of STANDING)
    merchant
      .command(verb)
      .argument('<merchant_id>')
      .description(description)
      .action(
        cli.at(async (context, _options: object, id: string) => {
          await act(context, id);
          const { suspended_at } = merchantView(await findMerchant(context, id));
          return output(
            { merchant_id: id, suspended_at },
            `${id} is ${suspended_at === null ? 'active' : 'suspended'}.`,
          );
        }),
      );

  merchant
    .command('list')
    .description('all merchants')
    .action(
      cli.at(async ({ store }) => {
        const rows = (await store.merchants.list()).map(merchantView);
        return output(
          rows,
          table(
            rows.map(({ merchant_id, name, bio_base_url, session_lifetime_s, suspended_at }) => ({
              merchant_id,
              name,
              bio_base_url,
              session_lifetime_s,
              suspended_at,
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
    { isNew: false },
  )
    .option('--logo-file <file>', 'PNG or WebP, at most 32 KiB, shown next to its name; "none" for none')
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

function settingOptions(command: Command, { isNew }: { isNew: boolean }): Command {
  for (const [, row] of SETTINGS) command.addOption(settingOption(row, isNew));
  return command;
}

function settingOption({ type, flag, help, default: absent, bounds }: MerchantSetting, isNew: boolean): Option {
  if (type !== 'integer') return new Option(flag, help).makeOptionMandatory(isNew && absent === undefined);
  return new Option(flag, `${help} (default ${absent}, ${bounds.join(' to ')})`).argParser(wholeNumber(...bounds));
}

async function addMerchant(
  { store, environment, now, auditEntry }: StoreContext,
  options: Settings & { readonly id?: string },
): Promise<ReturnType<typeof output>> {
  const id = options.id ?? `mch_${randomBytes(10).toString('hex')}`;
  const fault = merchantIdFault(id);
  if (fault !== undefined) throw new OperatorError(`--id: ${fault}`);
  const settings = settingsOf(options);
  const merchant = newMerchant({
    id,
    name: settings.name!,
    bioBaseUrl: settings.bioBaseUrl!,
    createdAt: now(),
    ...merchantChanges(settings, {}, environment),
  });
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

function settingsOf(options: Settings): MerchantSettings {
  const given = SETTINGS.map(([name, row]) => {
    const value = options[new Option(row.flag).attributeName()];
    if (row.default === null && value === 'none') return [name, null];
    return [name, row.type === 'certificate' && value !== undefined ? caPem(value as string) : value];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as MerchantSettings;
}

function caPem(file: string): string {
  const pem = readFileSync(file, 'utf8');
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new OperatorError(`${file} holds no PEM certificate`);
  if (pem.includes('PRIVATE KEY')) throw new OperatorError(`${file} holds a private key: give the certificate alone`);
  return pem;
}
