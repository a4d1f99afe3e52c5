import {
  BIO_RETRIES_DEFAULT,
  BIO_RETRIES_MAX,
  BIO_TIMEOUT_DEFAULT_MS,
  BIO_TIMEOUT_MAX_MS,
  BIO_TIMEOUT_MIN_MS,
  LINK_TOKEN_ROTATION_MS,
  SESSION_LIFETIME_DEFAULT_S,
  SESSION_LIFETIME_MAX_S,
} from './session-times.ts';

/** The contract's limits and those that decisions add. Times in milliseconds unless the name says otherwise. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const LIMITS = {
  tokenRequests: 30,
  tokenWindowMs: 60 * SECOND,
  jsonBodyBytes: 1_048_576,
  formBodyBytes: 65_536,
  /** For the calls of the hosted page and the app except the callback. */
  pageBodyBytes: 4096,
  fields: 100,
  /** Decoding thousands would cost more than serving a request. */
  pathEscapes: 100,
  /** `,` `:` `[` `{` outside strings. Metadata of the largest size cannot need more. */
  jsonStructure: 4000,
  /** Deeper than any nesting within the metadata limit. Protects recursive code. */
  jsonDepth: 2100,
  accessTokenLifetimeS: 600,
  sessionLifetimeDefaultS: SESSION_LIFETIME_DEFAULT_S,
  sessionLifetimeMinS: 1,
  sessionLifetimeMaxS: SESSION_LIFETIME_MAX_S,
  idempotencyRetentionMs: 24 * HOUR,
  idempotencyKeyChars: 255,
  merchantIdChars: 128,
  /** Merchants may size their database columns by it. */
  idChars: 128,
  merchantUserRefChars: 256,
  returnUrlChars: 2048,
  typeChars: 32,
  localeChars: 16,
  retentionTextChars: 120,
  displayTextChars: 200,
  displayTextLines: 4,
  merchantNameChars: 60,
  metadataChars: 4096,
  cancelReasonChars: 128,
  linkTokenChars: 256,
  appNonceMinChars: 16,
  appNonceChars: 128,
  capturedAtChars: 64,
  refusedCallbacks: 10,
  resultWaitMaxS: 25,
  streamsPerSession: 8,
  pollsPerSession: 8,
  hostedReadAfterExpiryMs: 10 * MINUTE,
  linkTokenLifeMs: 30 * SECOND,
  linkTokenRotationMs: LINK_TOKEN_ROTATION_MS,
  sessionRetentionDefaultDays: 30,
  sessionRetentionMinDays: 1,
  sessionRetentionMaxDays: 90,
  auditRetentionMs: 730 * DAY,
  /** Failed verifications of one user's finger within an hour. At this number no further one is compared. */
  attemptsPerHour: 10,
  attemptsPerHourMax: 1000,
  attemptsWindowMs: HOUR,
  /** The highest rate limit that an operator may set, in requests per 60 s. */
  merchantRateMax: 1_000_000,
} as const;

/** For the docs. */
// biome-ignore format: one row a line
export const LIMITS_IN_WORDS: Readonly<Record<keyof typeof LIMITS, string>> = {
  tokenRequests: 'Token requests per client in one window',
  tokenWindowMs: 'Window for token requests',
  jsonBodyBytes: 'JSON body; a larger one is 413 `payload_too_large`',
  formBodyBytes: 'Form body of the token endpoint',
  pageBodyBytes: 'Body of a hosted page or app call, except the callback',
  fields: 'Fields in a form or a query',
  pathEscapes: 'Percent escapes in a path; one more is 404 `not_found`',
  jsonStructure: '`,` `:` `[` `{` outside strings in one JSON body; more is 400 `invalid_request`',
  jsonDepth: 'Nesting levels in a JSON body',
  accessTokenLifetimeS: 'Lifetime of an access token',
  sessionLifetimeDefaultS: 'Lifetime of a session, default',
  sessionLifetimeMinS: 'Lifetime of a session, minimum',
  sessionLifetimeMaxS: 'Lifetime of a session, maximum',
  idempotencyRetentionMs: 'Retention of an `Idempotency-Key`',
  idempotencyKeyChars: '`Idempotency-Key`',
  merchantIdChars: '`merchant_id`',
  idChars: 'Any id that the service makes, now and in later releases',
  merchantUserRefChars: '`merchant_user_ref`',
  returnUrlChars: '`return_url`',
  typeChars: '`type`',
  localeChars: '`locale`',
  retentionTextChars: '`retention_text`',
  displayTextChars: '`display_text`',
  displayTextLines: 'Lines of `display_text`',
  merchantNameChars: 'Name of a merchant, one line',
  metadataChars: '`metadata`, serialized as JSON',
  cancelReasonChars: '`reason` of a cancel',
  linkTokenChars: '`link_token`',
  appNonceMinChars: '`app_nonce`, minimum',
  appNonceChars: '`app_nonce`, maximum',
  capturedAtChars: '`captured_at`',
  refusedCallbacks: 'Callbacks of one app that are refused with 400; then the session fails as `capture_failed`',
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

/** The limits of the Merchant Bio API, and the range of its timeout and retries. */
export const BIO_LIMITS = {
  timestampToleranceMs: 5 * MINUTE,
  requestTimeoutMs: BIO_TIMEOUT_DEFAULT_MS,
  requestTimeoutMinMs: BIO_TIMEOUT_MIN_MS,
  requestTimeoutMaxMs: BIO_TIMEOUT_MAX_MS,
  retries: BIO_RETRIES_DEFAULT,
  retriesMax: BIO_RETRIES_MAX,
  requestBytes: 1_048_576,
  replyBytes: 1_048_576,
  /** How long a merchant may cache a key list, and how soon it may fetch again for an unknown key. */
  keyListMaxAgeMs: 5 * MINUTE,
  keyListCooldownMs: 5 * SECOND,
  rotationNoticeMs: 7 * DAY,
  retiringMs: 7 * DAY,
} as const;
