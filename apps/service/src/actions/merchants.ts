import { BIO_LIMITS, LIMITS } from '@authly/contract/limits';
import type { Environment } from '../config/environment.ts';
import type { Merchant, MerchantRateLimits } from '../merchants/merchant.ts';
import { bioBaseUrl } from './bio-base-url.ts';
import { OperatorError, isoTime, type Operator } from './operator.ts';
import type { MerchantView } from './views.ts';

/** What an operator may set of a merchant. Its CA, logo and webhook are set by commands of their own. */
export interface MerchantSettings {
  readonly name?: string | undefined;
  readonly bioBaseUrl?: string | undefined;
  readonly bioCaPem?: string | null | undefined;
  readonly bioTimeoutMs?: number | undefined;
  readonly bioRetries?: number | undefined;
  readonly sessionLifetimeS?: number | undefined;
  readonly attemptsPerHour?: number | undefined;
  readonly limitCreate?: number | undefined;
  readonly limitCreatePerUser?: number | undefined;
  readonly limitResult?: number | undefined;
  readonly limitResultPerSession?: number | undefined;
}

/** From and to, both allowed. For limits, 0 is no limit. */
// biome-ignore format: one row a line
export const MERCHANT_BOUNDS = {
  bioTimeoutMs: [BIO_LIMITS.requestTimeoutMinMs, BIO_LIMITS.requestTimeoutMaxMs],
  bioRetries: [0, BIO_LIMITS.retriesMax],
  sessionLifetimeS: [LIMITS.sessionLifetimeMinS, LIMITS.sessionLifetimeMaxS],
  attemptsPerHour: [0, LIMITS.attemptsPerHourMax],
  limitCreate: [0, LIMITS.merchantRateMax],
  limitCreatePerUser: [0, LIMITS.merchantRateMax],
  limitResult: [0, LIMITS.merchantRateMax],
  limitResultPerSession: [0, LIMITS.merchantRateMax],
} as const satisfies Partial<Record<keyof MerchantSettings, readonly [number, number]>>;

export const merchantView = (merchant: Merchant): MerchantView => ({
  merchant_id: merchant.id,
  name: merchant.name,
  logo: merchant.logoId ?? 'none',
  bio_base_url: merchant.bioBaseUrl,
  bio_ca: merchant.bioCaPem === null ? 'public' : 'own',
  bio_timeout_ms: merchant.bioTimeoutMs,
  bio_retries: merchant.bioRetries,
  session_lifetime_s: merchant.sessionLifetimeS,
  attempts_per_hour: merchant.attemptsPerHour,
  rate_limits: merchant.rateLimits,
  created_at: isoTime(merchant.createdAt),
});

export async function findMerchant({ store }: Pick<Operator, 'store'>, id: string): Promise<Merchant> {
  const merchant = await store.merchants.find(id);
  if (merchant === undefined) throw new OperatorError(`there is no merchant ${id}`);
  return merchant;
}

type Changes = Partial<Omit<Merchant, 'id' | 'createdAt' | 'logoId' | 'rateLimits'>>;

/** What the settings that are given change of a merchant. */
export function merchantChanges(
  { limitCreate, limitCreatePerUser, limitResult, limitResultPerSession, ...settings }: MerchantSettings,
  before: MerchantRateLimits,
  environment: Environment,
): Changes & Pick<Merchant, 'rateLimits'> {
  const { bioBaseUrl: url } = settings;
  const given = { ...settings, bioBaseUrl: url === undefined ? undefined : bioBaseUrl(url, environment) };
  const limits = {
    createPerMerchant: limitCreate,
    createPerUserRef: limitCreatePerUser,
    resultPerMerchant: limitResult,
    resultPerSession: limitResultPerSession,
  };
  const rateLimits = Object.entries({ ...before, ...withoutAbsent(limits) }).filter(([, value]) => value > 0);
  return { ...withoutAbsent(given), rateLimits: Object.fromEntries(rateLimits) };
}

const withoutAbsent = <T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** The trail has which settings were given, never what they were set to. */
export async function setMerchant(
  { store, environment, auditEntry }: Operator,
  merchant: Merchant,
  settings: MerchantSettings,
): Promise<Merchant> {
  const changes = merchantChanges(settings, merchant.rateLimits, environment);
  const changed = Object.keys(withoutAbsent(settings)).join(',');
  await store.merchants.update(merchant.id, changes, auditEntry('merchant.set', merchant.id, { changed }));
  return { ...merchant, ...changes };
}
