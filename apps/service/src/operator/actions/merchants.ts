import type { Environment } from '../../config/environment.ts';
import { MERCHANT_SETTINGS, SETTINGS, STORED_SETTINGS, textSettingFault } from '../../merchants/merchant-settings.ts';
import type {
  MerchantRateLimits,
  MerchantSetting,
  MerchantSettings,
  SettingName,
  SettingsView,
} from '../../merchants/merchant-settings.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { requireCertificates } from './certificates.ts';
import { httpsUrl, pageUrl } from './https-url.ts';
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

/** What a form asks for. Without a merchant, the defaults for a new one. */
export const settingFields = (merchant?: Merchant): SettingField[] =>
  SETTINGS.map(([name, row]) => ({
    name,
    type: row.type,
    label: row.label,
    bounds: row.bounds,
    isRequired: row.default !== null,
    value: settingOf(merchant, name, row),
  }));

/** A certificate is not shown, only whether there is one. */
function settingOf(merchant: Merchant | undefined, name: SettingName, row: MerchantSetting): SettingField['value'] {
  if (merchant === undefined) return row.default ?? null;
  if (typeof row.column !== 'string') return merchant.rateLimits[row.column.rateLimit] ?? 0;
  const value = merchant[name as keyof Merchant & SettingName];
  return row.type === 'certificate' && value !== null ? 'own' : value;
}

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
    } else changes[name] = typeof value === 'string' ? checkedAs(name, row, value, environment) : value;
  }
  return changes;
}

function checkedAs(name: string, row: MerchantSetting, value: string, environment: Environment): string {
  try {
    return row.type === 'certificate'
      ? requireCertificates(value, `the ${row.label}`)
      : checkedText(row, value, environment);
  } catch (error) {
    throw error instanceof OperatorError ? new OperatorError(error.message, name) : error;
  }
}

function checkedText(row: MerchantSetting, text: string, environment: Environment): string {
  const fault = textSettingFault(row, text);
  if (fault !== undefined) throw new OperatorError(`the ${row.label} ${fault}`);
  if (row.type === 'page') pageUrl(text, `the ${row.label}`);
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
