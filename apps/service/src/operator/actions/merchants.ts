import { isoTime } from '../../session/iso-time.ts';
import { Type } from 'typebox';
import { action, merchantAction } from '../row/action.ts';
import { clientView } from '../reads/client-view.ts';
import { acceptedByMerchant } from '../reads/key-readiness.ts';
import { exportMerchant } from '../changes/export-merchant.ts';
import { importMerchant } from '../changes/import-merchant.ts';
import { addMerchant, changeMerchant } from '../changes/merchant-changes.ts';
import { printProbe, probeMerchant } from '../checks/merchant-probe.ts';
import { settingParams } from '../changes/setting-params.ts';
import { findMerchant, merchantView } from '../reads/merchant-rows.ts';
import { fields, table } from '../../cli/terminal/output.ts';
import { FILE, idArgument, idOption, removableFile, textOption } from '../row/params.ts';
import { endpointState, SHOWN_ONCE } from '../reads/webhook-view.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import type { Operator } from '../row/operator.ts';

const params = { merchant_id: idArgument() };
const url = Type.String({ maxLength: 2048 });

async function whyNotResumed(operator: Pick<Operator, 'store'>, id: string): Promise<string> {
  const { suspendedAt, movedTo } = await findMerchant(operator, id);
  if (movedTo !== null) return `${id} has moved to ${movedTo}`;
  return suspendedAt === null ? `${id} is not suspended` : `the import of ${id} is not complete: repeat it`;
}

export const MERCHANTS = [
  action({
    name: 'merchant add',
    role: 'admin',
    text: 'add a merchant',
    examples: ['authly merchant add --name "Bean & Ridge" --bio-base-url https://shop.example/bio'],
    params: {
      id: Type.Optional(idOption('--id <id>', 'its merchant_id (default: a new one)')),
      ...settingParams({ isNew: true }),
      logo: Type.Optional(FILE),
      webhookUrl: Type.Optional(url),
    },
    audit: 'merchant.add',
    run: addMerchant,
    print(merchant, { storeName, environment }) {
      const { merchant_id, warning } = merchant;
      const text = `${fields(merchant)}

Added to the store ${storeName} (${environment}).
Next: authly client add --merchant ${merchant_id}`;
      return { json: { merchant_id, warning }, text };
    },
  }),
  merchantAction({
    name: 'merchant probe',
    role: 'admin',
    isCostly: true,
    text: 'call its Bio API as the service does: DNS, TLS, a signed lookup of a user that does not exist',
    params: {
      ...params,
      store: Type.Optional(
        Type.Boolean({
          flag: '--store',
          description: 'in the sandbox: also store an enrollment of a marked test user, and look it up',
        }),
      ),
    },
    audit: 'merchant.probe',
    run: (operator, { merchant_id, store }) => probeMerchant(operator, merchant_id, store),
    print: printProbe,
  }),
  action({
    name: 'merchant show',
    // The URL of a webhook may hold a token of the merchant.
    role: 'terminal',
    text: 'show its settings, clients and webhook',
    params,
    async run(operator, { merchant_id }) {
      const { store } = operator;
      const merchant = await findMerchant(operator, merchant_id);
      const endpoint = await store.webhooks.find(merchant_id);
      const moved = (await store.keys.ofMerchant(merchant_id)).filter(({ purpose }) => purpose === 'capture-sealing');
      return {
        ...merchantView(merchant),
        webhook_url: endpoint?.url ?? null,
        webhook_state: endpoint === undefined ? null : endpointState(endpoint),
        signing_key_accepted_at: await acceptedByMerchant(operator, merchant_id),
        ...(moved.length > 0 && {
          imported_keys: moved.map(({ id, sealed, lastUsedAt }) => ({
            key_id: id,
            status: sealed.length === 0 ? 'removed' : 'retiring',
            last_used_at: isoTime(lastUsedAt),
          })),
        }),
        clients: (await store.merchants.listClients(merchant_id)).map(clientView),
      };
    },
    print: ({ clients, ...shown }) =>
      [
        fields(shown),
        table(clients, `No clients yet: authly client add --merchant ${shown.merchant_id}`),
        'Running services follow a change within 5 s.',
      ].join('\n\n'),
  }),
  action({
    name: 'merchant suspend',
    role: 'admin',
    text: 'reject its token requests and tokens within 5 s; its running sessions continue',
    params,
    audit: 'merchant.suspend',
    async run({ store, now, entry }, { merchant_id }) {
      await findMerchant({ store }, merchant_id);
      const at = now();
      if (!(await store.merchants.suspend(merchant_id, at, entry(merchant_id))))
        throw new RefusedError(`${merchant_id} is already suspended`);
      return { merchant_id, suspended_at: isoTime(at) };
    },
    print: ({ merchant_id }) => `${merchant_id} is suspended.`,
  }),
  action({
    name: 'merchant resume',
    role: 'admin',
    text: 'accept a suspended merchant again',
    params,
    audit: 'merchant.resume',
    async run({ store, entry }, { merchant_id }) {
      if (!(await store.merchants.resume(merchant_id, entry(merchant_id))))
        throw new RefusedError(await whyNotResumed({ store }, merchant_id));
      return { merchant_id, suspended_at: null };
    },
    print: ({ merchant_id }) => `${merchant_id} is active.`,
  }),
  merchantAction({
    name: 'merchant list',
    role: 'read',
    text: 'list all merchants',
    params: {},
    run: async ({ store }) => (await store.merchants.list()).map(merchantView),
    print: (rows) =>
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
  }),
  action({
    name: 'merchant set',
    role: 'admin',
    text: 'change settings. Running services follow within 5 s',
    examples: ['authly merchant set mch_123 --webhook-url https://shop.example/authly-webhook'],
    params: {
      ...params,
      ...settingParams({ isNew: false }),
      movedTo: Type.Optional(
        Type.String({
          maxLength: 2048,
          flag: '--moved-to <url>',
          description: 'base URL of the cell that it moved to: it stays suspended here for good',
        }),
      ),
      yes: Type.Optional(
        Type.Boolean({
          flag: '--yes',
          description:
            'confirm --device-binding off or required: users with or without a bound device have to enroll again',
        }),
      ),
      logo: Type.Optional(
        removableFile('--logo-file <file>', 'PNG, at most 32 KiB, shown next to its name; "none" for none'),
      ),
      webhookUrl: Type.Optional(
        Type.Union([url, Type.Null()], {
          flag: '--webhook-url <url>',
          description:
            'where events are sent when a session ends; "none" to remove it. The first time, its secret is printed',
        }),
      ),
      webhookCa: Type.Optional(
        removableFile('--webhook-ca-file <file>', 'PEM of the CA of its certificate; "none" for the public CAs'),
      ),
    },
    audit: 'merchant.set',
    run: changeMerchant,
    print: (merchant) => ('webhook_secret' in merchant ? `${fields(merchant)}\n\n${SHOWN_ONCE}` : fields(merchant)),
  }),
  action({
    name: 'merchant export',
    role: 'terminal',
    text: 'write a suspended merchant with its keys and sessions into a file that one other cell can import',
    examples: ['authly merchant export mch_123 --to "$CELL_KEY" --output mch_123.authly'],
    params: {
      ...params,
      to: textOption('--to <public_key>', 'what "authly cell key" prints in the other cell'),
      output: Type.String({ maxLength: 4096, flag: '--output <file>', description: 'must not exist yet' }),
    },
    audit: 'merchant.export',
    run: exportMerchant,
  }),
  action({
    name: 'merchant import',
    role: 'terminal',
    text: 'add a merchant from a file of "authly merchant export". It stays suspended. Safe to repeat',
    examples: ['authly merchant import mch_123.authly'],
    params: { file: Type.String({ maxLength: 4096, argument: true }) },
    audit: 'merchant.import',
    run: importMerchant,
    print: (imported) =>
      `${fields(imported)}\n\nNext: authly merchant resume ${imported.merchant_id}, and authly webhook resume ${imported.merchant_id} if it has a webhook.`,
  }),
];
