import type { Merchant } from '../../merchants/merchant.ts';
import { time, type Row } from '../output.ts';

/** Every setting of a merchant, as operators see it. */
export const merchantView = (merchant: Merchant): Row => ({
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
  created_at: time(merchant.createdAt),
});
