import { SETTINGS, settingsView, type MerchantSetting, type SettingName } from '../../merchants/merchant-settings.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { isoTime } from '../../session/iso-time.ts';
import { NotFoundError, type MerchantOperator } from '../row/operator.ts';

export const merchantView = (merchant: Merchant) => ({
  merchant_id: merchant.id,
  ...settingsView(merchant),
  logo: merchant.logoId ?? 'none',
  rate_limits: merchant.rateLimits,
  suspended_at: isoTime(merchant.suspendedAt),
  ...(merchant.movedTo !== null && { moved_to: merchant.movedTo }),
  created_at: isoTime(merchant.createdAt),
});

export async function findMerchant({ store }: Pick<MerchantOperator, 'store'>, id: string): Promise<Merchant> {
  const merchant = await store.merchants.find(id);
  if (merchant === undefined) throw new NotFoundError('merchant', id, 'authly merchant list');
  return merchant;
}

/** The fields of a form. Without a merchant, the defaults for a new one. */
export const settingFields = (merchant?: Merchant) =>
  SETTINGS.map(([name, row]) => ({
    name,
    type: row.type,
    label: row.label,
    bounds: row.bounds,
    choices: row.choices ?? [],
    isRequired: row.default !== null,
    value: settingOf(merchant, name, row),
  }));

/** For the audit log: `5 → 10`. Of a certificate only whether there is one. */
export function changesInWords(names: readonly string[], before: Merchant, after: Merchant): Record<string, string> {
  const now = settingFields(after);
  const all = settingFields(before).map(({ name, value }, i) => [name, oldAndNew(value, now[i]!.value)] as const);
  return Object.fromEntries(all.filter(([name]) => names.includes(name)));
}

type Shown = string | number | boolean | null | undefined;
export const oldAndNew = (before: Shown, now: Shown): string => `${before ?? 'none'} → ${now ?? 'none'}`;

/** `own` instead of a certificate. */
function settingOf(merchant: Merchant | undefined, name: SettingName, row: MerchantSetting) {
  if (merchant === undefined) return row.default ?? null;
  if (typeof row.column !== 'string') return merchant.rateLimits[row.column.rateLimit] ?? 0;
  const value = merchant[name as keyof Merchant & SettingName];
  return row.type === 'certificate' && value !== null ? 'own' : value;
}
