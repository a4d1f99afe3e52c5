import type { Environment } from '../config/environment.ts';
import { MERCHANT_SETTINGS, SETTINGS, STORED_SETTINGS, textSettingFault } from '../merchants/merchant-settings.ts';
import type {
  MerchantRateLimits,
  MerchantSetting,
  MerchantSettings,
  SettingName,
  SettingsView,
} from '../merchants/merchant-settings.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { httpsUrl } from './https-url.ts';
import { isoTime, NotFoundError, OperatorError, type Operator } from './operator.ts';
import type { MerchantView, SettingField } from './views.ts';

export const merchantView = (merchant: Merchant): MerchantView => ({
  merchant_id: merchant.id,
  ...(Object.fromEntries(
    STORED_SETTINGS.map(([name, { type, column }]) =>
      type === 'certificate'
        ? [column.replace(/_pem$/, ''), merchant[name] === null ? 'public' : 'own']
        : [column, merchant[name]],
    ),
  ) as unknown as SettingsView),
  logo: merchant.logoId ?? 'none',
  rate_limits: merchant.rateLimits,
  suspended_at: isoTime(merchant.suspendedAt),
  created_at: isoTime(merchant.createdAt),
});

/** What the console can change. A certificate is a file, which the CLI reads. */
export const FORM_SETTINGS = SETTINGS.filter(([, { type }]) => type !== 'certificate');

export const settingFields = (merchant: Merchant): SettingField[] =>
  FORM_SETTINGS.map(([name, row]) => ({
    name,
    type: row.type === 'integer' ? 'integer' : 'text',
    label: row.label,
    bounds: row.bounds,
    isRequired: row.default !== null,
    value:
      typeof row.column === 'string'
        ? merchant[name as keyof Merchant & SettingName]
        : (merchant.rateLimits[row.column.rateLimit] ?? 0),
  }));

export async function findMerchant({ store }: Pick<Operator, 'store'>, id: string): Promise<Merchant> {
  const merchant = await store.merchants.find(id);
  if (merchant === undefined) throw new NotFoundError('merchant', id, 'authly merchant list');
  return merchant;
}

/** What the given settings change of a merchant. */
export function merchantChanges(
  settings: MerchantSettings,
  before: MerchantRateLimits,
  environment: Environment,
): Partial<Merchant> {
  const rateLimits: Record<string, number> = { ...before };
  const changes: Record<string, unknown> = { rateLimits };
  for (const [name, value] of Object.entries(settings)) {
    const row: MerchantSetting = MERCHANT_SETTINGS[name as SettingName];
    if (value === undefined) continue;
    if (typeof row.column !== 'string') {
      rateLimits[row.column.rateLimit] = value as number;
      if (value === 0) delete rateLimits[row.column.rateLimit];
    } else changes[name] = typeof value === 'string' ? checkedText(row, value, environment) : value;
  }
  return changes;
}

function checkedText(row: MerchantSetting, text: string, environment: Environment): string {
  const fault = textSettingFault(row, text);
  if (fault !== undefined) throw new OperatorError(`the ${row.label} ${fault}`);
  if (row.type !== 'url') return text;
  httpsUrl(text, environment, `the ${row.label}`);
  // Paths are added to it.
  return text.replace(/\/+$/, '');
}

/** The audit log has which settings were given, never what they were set to. */
export async function setMerchant(
  { store, environment, auditEntry }: Operator,
  merchant: Merchant,
  settings: MerchantSettings,
): Promise<Merchant> {
  const changes = merchantChanges(settings, merchant.rateLimits, environment);
  const changed = Object.keys(settings).join(',');
  await store.merchants.update(merchant.id, changes, auditEntry('merchant.set', merchant.id, { changed }));
  return { ...merchant, ...changes };
}

/** Its token requests and access tokens are rejected within 5 s in every process. Its running sessions continue. */
export async function suspendMerchant({ store, now, auditEntry }: Operator, id: string): Promise<void> {
  await findMerchant({ store }, id);
  if (!(await store.merchants.suspend(id, now(), auditEntry('merchant.suspend', id))))
    throw new OperatorError(`${id} is already suspended`);
}

export async function resumeMerchant({ store, auditEntry }: Operator, id: string): Promise<void> {
  await findMerchant({ store }, id);
  if (!(await store.merchants.resume(id, auditEntry('merchant.resume', id))))
    throw new OperatorError(`${id} is not suspended`);
}
