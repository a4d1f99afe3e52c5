import { LIMITS } from '@authly/contract/limits';

type LimitName = keyof typeof LIMITS;

/** What each limit is about. Its value stands in the contract's table and nowhere else. */
// biome-ignore format: one row a line
const MEANS: Readonly<Record<LimitName, string>> = {
  tokenRequests: 'Token requests of one client in a window',
  tokenWindowMs: 'The window of token requests',
  jsonBodyBytes: 'JSON body; above it 413 `payload_too_large`',
  formBodyBytes: 'Form body of the token endpoint',
  pageBodyBytes: 'Body of a call of the hosted page or the app, but for the callback',
  fields: 'Fields of a form or a query',
  jsonDepth: 'Nesting of a JSON body, in levels',
  accessTokenLifetimeS: 'Life of an access token',
  sessionLifetimeDefaultS: 'Life of a session, by default',
  sessionLifetimeMinS: 'Life of a session, at least',
  sessionLifetimeMaxS: 'Life of a session, at most',
  idempotencyRetentionMs: 'An `Idempotency-Key` is remembered',
  idempotencyKeyChars: '`Idempotency-Key`',
  merchantIdChars: '`merchant_id`',
  merchantUserRefChars: '`merchant_user_ref`',
  returnUrlChars: '`return_url`',
  typeChars: '`type`',
  localeChars: '`locale`',
  displayTextChars: '`display_text`',
  metadataChars: '`metadata`, as JSON',
  cancelReasonChars: '`reason` of a cancel',
  linkTokenChars: '`link_token`',
  appNonceMinChars: '`app_nonce`, at least',
  appNonceChars: '`app_nonce`, at most',
  capturedAtChars: '`captured_at`',
  resultWaitMaxS: '`wait` of a result',
  streamsPerSession: 'Event streams of one session that are open at a time; one more is 429 `rate_limited`',
  pollsPerSession: 'Long polls (`wait`) of one session that are open at a time; one more is 429 `rate_limited`',
  stalledReaderMs: 'A reader that takes nothing of its answer is cut off after',
  requestsAtOnce: 'Requests on one connection that wait for their answers; one more, also in the same piece, closes it',
  crumbsAtOnce: 'TLS records, or pieces of a body without a length, of one connection that arrive at once; with more than that and one for each few bytes (below) it is closed',
  crumbBytes: 'The bytes for which one more such record or piece may arrive',
  hostedReadAfterExpiryMs: 'The hosted page can read its session after `expires_at`',
  linkTokenLifeMs: 'Life of a link token',
  linkTokenRotationMs: 'The QR code changes every',
  sessionRetentionDefaultDays: 'Sessions are kept, by default',
  sessionRetentionMinDays: 'Sessions are kept, at least',
  sessionRetentionMaxDays: 'Sessions are kept, at most',
  auditRetentionMs: 'The operators’ trail is kept',
  attemptsPerHour: 'Verifications of one user’s finger within an hour that did not match; then `too_many_attempts`',
  attemptsPerHourMax: 'The same, at most that an operator can set',
  attemptsWindowMs: 'The window of these attempts',
  merchantRateMax: 'Requests per 60 s that an operator can set for a merchant, at most',
};

/** Limit and value, for a reader. */
export const limitRows = (): string[][] =>
  Object.entries(LIMITS).map(([name, value]) => [MEANS[name as LimitName], inUnits(name, value)]);

const plural = (count: number, unit: string): string =>
  `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;

/** The unit is the end of a limit's name. */
function inUnits(name: string, value: number): string {
  if (name.endsWith('Bytes')) return plural(value, 'byte');
  if (name.endsWith('Chars')) return plural(value, 'character');
  if (name.endsWith('Days')) return plural(value, 'day');
  if (name.endsWith('Ms')) return timeInWords(value / 1000);
  if (name.endsWith('S')) return timeInWords(value);
  return value.toLocaleString('en');
}

const UNITS = [
  [86_400 * 2, 86_400, 'day'],
  [3600, 3600, 'hour'],
  [120, 60, 'minute'],
  [0, 1, 'second'],
] as const;

function timeInWords(seconds: number): string {
  const [, size, unit] = UNITS.find(([from, each]) => seconds >= from && seconds % each === 0)!;
  return plural(seconds / size, unit);
}
