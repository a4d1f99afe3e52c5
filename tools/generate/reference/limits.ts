import { BIO_LIMITS, LIMITS, LIMITS_IN_WORDS } from '@authly/contract/wire/limits';
import { FORBIDDEN_METADATA_KEYS } from '@authly/contract/wire/metadata-keys';
import { code, table, type Filled } from '../markdown.ts';

const { timestampToleranceMs, requestTimeoutMs, requestTimeoutMinMs, requestTimeoutMaxMs, retries, retriesMax } =
  BIO_LIMITS;
export const ms = (value: number): string => time(value / 1000);

export const LIMIT_BLOCKS: Filled = {
  limits: () =>
    table(
      ['Limit', 'Value'],
      Object.entries(LIMITS).map(([name, value]) => [
        LIMITS_IN_WORDS[name as keyof typeof LIMITS],
        inUnits(name, value),
      ]),
    ),
  'limits.metadata': () =>
    table(
      ['Meaning', 'Names'],
      Object.entries(FORBIDDEN_METADATA_KEYS).map(([meaning, names]) => [meaning, names.map(code).join(', ')]),
    ),
  // biome-ignore format: one row a line
  'bio.limits': () =>
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
  ]),
};

/** Each limit for use in prose: `limit.resultWaitMaxS`, `bio.retries`. */
export const LIMIT_VALUES: Filled = Object.fromEntries(
  Object.entries({ limit: LIMITS, bio: BIO_LIMITS }).flatMap(([group, limits]) =>
    Object.entries(limits).map(([name, value]) => [`${group}.${name}`, () => inUnits(name, value)]),
  ),
);

const plural = (count: number, unit: string): string =>
  `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;

const bytes = (count: number): string => plural(count, 'byte');

function inUnits(name: string, value: number): string {
  if (name.endsWith('Bytes')) return bytes(value);
  if (name.endsWith('Chars')) return plural(value, 'character');
  if (name.endsWith('Days')) return plural(value, 'day');
  if (name.endsWith('Ms')) return ms(value);
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
