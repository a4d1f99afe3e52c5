import { BIO_LIMITS, LIMITS } from '@authly/contract/limits';
import { FORBIDDEN_METADATA_KEYS } from '@authly/contract/metadata-keys';
import { code, table } from '../markdown.ts';

type LimitName = keyof typeof LIMITS;

/** What each limit is about. Its value comes from the contract's table. */
// biome-ignore format: one row a line
const MEANS: Readonly<Record<LimitName, string>> = {
  tokenRequests: 'Token requests per client in one window',
  tokenWindowMs: 'Window for token requests',
  jsonBodyBytes: 'JSON body; a larger one is 413 `payload_too_large`',
  formBodyBytes: 'Form body of the token endpoint',
  pageBodyBytes: 'Body of a hosted page or app call, except the callback',
  fields: 'Fields in a form or a query',
  jsonDepth: 'Nesting levels in a JSON body',
  accessTokenLifetimeS: 'Lifetime of an access token',
  sessionLifetimeDefaultS: 'Lifetime of a session, default',
  sessionLifetimeMinS: 'Lifetime of a session, minimum',
  sessionLifetimeMaxS: 'Lifetime of a session, maximum',
  idempotencyRetentionMs: 'Retention of an `Idempotency-Key`',
  idempotencyKeyChars: '`Idempotency-Key`',
  merchantIdChars: '`merchant_id`',
  merchantUserRefChars: '`merchant_user_ref`',
  returnUrlChars: '`return_url`',
  typeChars: '`type`',
  localeChars: '`locale`',
  displayTextChars: '`display_text`',
  metadataChars: '`metadata`, serialized as JSON',
  cancelReasonChars: '`reason` of a cancel',
  linkTokenChars: '`link_token`',
  appNonceMinChars: '`app_nonce`, minimum',
  appNonceChars: '`app_nonce`, maximum',
  capturedAtChars: '`captured_at`',
  resultWaitMaxS: '`wait` of a result',
  streamsPerSession: 'Open event streams per session; one more is 429 `rate_limited`',
  pollsPerSession: 'Open long polls (`wait`) per session; one more is 429 `rate_limited`',
  hostedReadAfterExpiryMs: 'The hosted page can read its session after `expires_at` for',
  linkTokenLifeMs: 'Lifetime of a link token',
  linkTokenRotationMs: 'The QR code changes every',
  sessionRetentionDefaultDays: 'Retention of sessions, default',
  sessionRetentionMinDays: 'Retention of sessions, minimum',
  sessionRetentionMaxDays: 'Retention of sessions, maximum',
  auditRetentionMs: 'Retention of the audit log',
  attemptsPerHour: 'Verifications of one finger without a match in one window, default; then `too_many_attempts`',
  attemptsPerHourMax: 'The same, highest value an operator can set',
  attemptsWindowMs: 'Window for these verifications',
  merchantRateMax: 'Requests per minute, highest limit an operator can set for a merchant',
};

export const limitTable = (): string =>
  table(
    ['Limit', 'Value'],
    Object.entries(LIMITS).map(([name, value]) => [MEANS[name as LimitName], inUnits(name, value)]),
  );

export const metadataTable = (): string =>
  table(
    ['Meaning', 'Names'],
    Object.entries(FORBIDDEN_METADATA_KEYS).map(([meaning, names]) => [meaning, names.map(code).join(', ')]),
  );

const { timestampToleranceMs, requestTimeoutMs, requestTimeoutMinMs, requestTimeoutMaxMs, retries, retriesMax } =
  BIO_LIMITS;
const ms = (value: number): string => time(value / 1000);

// biome-ignore format: one row a line
export const bioLimitTable = (): string =>
  table(['Limit', 'Value', 'Source'], [
    ['Timestamp tolerance, before and after', `${ms(timestampToleranceMs)} by default`, 'contract'],
    ['Time for a call, including the connection', `${ms(requestTimeoutMs)} by default, ${requestTimeoutMinMs / 1000} to ${ms(requestTimeoutMaxMs)} by agreement`, 'contract'],
    ['Retries', `${retries} by default, 0 to ${retriesMax} by agreement`, 'contract'],
    ['Request body', `up to ${bytes(BIO_LIMITS.requestBytes)}; accept all of it`, 'advice'],
    ['Response body', `up to ${bytes(BIO_LIMITS.replyBytes)}`, 'advice'],
    ['`merchant_user_ref`', `1–${LIMITS.merchantUserRefChars} Unicode code points of any script, up to ${bytes(4 * LIMITS.merchantUserRefChars)} in UTF-8`, 'contract'],
    ['Remember a nonce', `at least ${ms(2 * timestampToleranceMs)}`, 'advice'],
    ['Remember an idempotency key', `at least ${ms(LIMITS.idempotencyRetentionMs)}`, 'advice'],
    ['Trust a fetched key list', `at most ${ms(BIO_LIMITS.keyListMaxAgeMs)}`, 'advice'],
    ['Fetch the key list for an unknown key id', `at most once per ${ms(BIO_LIMITS.keyListCooldownMs)}`, 'advice'],
    ['Notice before a scheduled rotation', `at least ${ms(BIO_LIMITS.rotationNoticeMs)}`, 'contract'],
    ['The old key stays published', `${ms(BIO_LIMITS.retiringMs)} after the switch`, 'contract'],
  ]);

/** Each limit as it stands in a sentence: `limit.resultWaitMaxS`, `bio.retries`. */
export const limitValues = (): Record<string, () => string> =>
  Object.fromEntries(
    Object.entries({ limit: LIMITS, bio: BIO_LIMITS }).flatMap(([group, limits]) =>
      Object.entries(limits).map(([name, value]) => [`${group}.${name}`, () => inUnits(name, value)]),
    ),
  );

const plural = (count: number, unit: string): string =>
  `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;

const bytes = (count: number): string => plural(count, 'byte');

/** The unit is the end of a limit's name. */
function inUnits(name: string, value: number): string {
  if (name.endsWith('Bytes')) return bytes(value);
  if (name.endsWith('Chars')) return plural(value, 'character');
  if (name.endsWith('Days')) return plural(value, 'day');
  if (name.endsWith('Ms')) return time(value / 1000);
  if (name.endsWith('S')) return time(value);
  return value.toLocaleString('en');
}

const UNITS = [
  [86_400 * 2, 86_400, 'day'],
  [3600, 3600, 'hour'],
  [120, 60, 'minute'],
  [0, 1, 'second'],
] as const;

export function time(seconds: number): string {
  const [, size, unit] = UNITS.find(([from, each]) => seconds >= from && seconds % each === 0)!;
  return plural(seconds / size, unit);
}
