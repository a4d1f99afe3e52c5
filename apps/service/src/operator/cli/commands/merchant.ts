import { readFileSync } from 'node:fs';
import { Option } from 'commander';
import { addMerchant } from '../../actions/add-merchant.ts';
import { requireCertificates } from '../../actions/certificates.ts';
import {
  findMerchant,
  merchantView,
  resumeMerchant,
  setMerchant as setSettings,
  suspendMerchant,
} from '../../actions/merchants.ts';
import { setLogo } from '../../actions/logos.ts';
import { OperatorError } from '../../actions/operator.ts';
import { checkWebhook, setWebhook } from '../../actions/webhooks.ts';
import { SETTINGS, type MerchantSetting, type MerchantSettings } from '../../../merchants/merchant-settings.ts';
import type { Cli } from '../cli-context.ts';
import type { OperatorCommand } from '../operator-command.ts';
import { fields, output, table } from '../output.ts';
import { trueOrFalse, wholeNumber } from '../option-parsers.ts';
import { probeOutput } from './merchant-probe.ts';
import { showMerchant } from './merchant-show.ts';
import { SHOWN_ONCE } from './webhook.ts';
import { storeLocation, storeName, type StoreContext } from '../store-context.ts';

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
  const merchant = cli.program.command('merchant').description('manage merchants and their Bio API settings');

  settingOptions(
    merchant
      .command('add')
      .description('add a merchant')
      .example('authly merchant add --name "Bean & Ridge" --bio-base-url https://shop.example/bio')
      .option('--id <id>', 'its merchant_id (default: a new one)'),
    { isNew: true },
  ).action(cli.at((context, options: Settings & { readonly id?: string }) => addOutput(context, options)));

  merchant
    .command('probe')
    .argument('<merchant_id>')
    .description('call its Bio API as the service does: DNS, TLS, a signed lookup of a user that does not exist')
    .option('--store', 'in the sandbox: also store an enrollment of a marked test user, and look it up')
    .example('authly merchant probe mch_123')
    .action(cli.at((context, options: { readonly store?: boolean }, id: string) => probeOutput(context, id, options)));

  merchant
    .command('show')
    .argument('<merchant_id>')
    .description('show its settings, clients and webhook')
    .example('authly merchant show mch_123')
    .action(cli.at((context, _options: object, id: string) => showMerchant(context, id)));

  for (const [verb, act, description] of STANDING)
    merchant
      .command(verb)
      .argument('<merchant_id>')
      .description(description)
      .example(`authly merchant ${verb} mch_123`)
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
    .description('list all merchants')
    .example('authly merchant list')
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
      .argument('<id>', 'its merchant_id')
      .description('change settings. Running services follow within 5 s')
      .example('authly merchant set mch_123 --webhook-url https://shop.example/authly-webhook'),
    { isNew: false },
  )
    .option('--logo-file <file>', 'PNG or WebP, at most 32 KiB, shown next to its name; "none" for none')
    .option(
      '--webhook-url <url>',
      'where events are sent when a session ends; "none" to remove it. The first time, its secret is printed',
    )
    .option('--webhook-ca-file <file>', 'PEM of the CA of its certificate; "none" for the public CAs')
    .action(
      cli.at((context, options: Settings & LogoSetting & WebhookSettings, id: string) =>
        setMerchant(context, id, options),
      ),
    );
}

function settingOptions(command: OperatorCommand, { isNew }: { isNew: boolean }): OperatorCommand {
  for (const [, row] of SETTINGS) command.addOption(settingOption(row, isNew));
  return command;
}

function settingOption({ type, flag, help, default: absent, bounds }: MerchantSetting, isNew: boolean): Option {
  if (type === 'boolean') return new Option(flag, `${help} (default ${absent})`).argParser(trueOrFalse);
  if (type !== 'integer') return new Option(flag, help).makeOptionMandatory(isNew && absent === undefined);
  return new Option(flag, `${help} (default ${absent}, ${bounds.join(' to ')})`).argParser(wholeNumber(...bounds));
}

async function addOutput(
  context: StoreContext,
  { id, ...options }: Settings & { readonly id?: string },
): Promise<ReturnType<typeof output>> {
  const merchant = await addMerchant(context, { id, settings: settingsOf(options) });
  const { merchant_id } = merchant;
  const added = `Added to the store ${storeName(storeLocation(context.env))} (${context.environment}).`;
  const next = `Next: authly client add --merchant ${merchant_id}`;
  return output({ merchant_id }, `${fields(merchant)}\n\n${added}\n${next}`);
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
  const asked = {
    url: url === 'none' ? null : url,
    caPem: file === undefined ? undefined : file === 'none' ? null : caPem(file),
  };
  // Before anything else is changed.
  checkWebhook(asked, environment);
  return asked;
}

function settingsOf(options: Settings): MerchantSettings {
  const given = SETTINGS.map(([name, row]) => {
    const value = options[new Option(row.flag).attributeName()];
    if (row.default === null && value === 'none') return [name, null];
    return [name, row.type === 'certificate' && value !== undefined ? caPem(value as string) : value];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as MerchantSettings;
}

const caPem = (file: string): string => requireCertificates(readFileSync(file, 'utf8'), file);
