/** Every figure of the contract's Limits tables, and the ones that decisions add. Times in milliseconds unless the name says otherwise. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const LIMITS = {
  tokenRequests: 30,
  tokenWindowMs: 60 * SECOND,
  jsonBodyBytes: 1_048_576,
  formBodyBytes: 65_536,
  /** Deeper than any nesting that fits into the metadata limit; what is deeper is an attack on recursion. */
  jsonDepth: 2100,
  accessTokenLifetimeS: 600,
  sessionLifetimeDefaultS: 600,
  sessionLifetimeMaxS: 1800,
  idempotencyRetentionMs: 24 * HOUR,
  idempotencyKeyChars: 255,
  merchantIdChars: 128,
  merchantUserRefChars: 256,
  returnUrlChars: 2048,
  typeChars: 32,
  localeChars: 16,
  metadataChars: 4096,
  cancelReasonChars: 128,
  resultWaitMaxS: 25,
  hostedReadAfterExpiryMs: 10 * MINUTE,
  linkTokenLifeMs: 30 * SECOND,
  linkTokenRotationMs: 10 * SECOND,
  sessionRetentionDefaultDays: 30,
  sessionRetentionMaxDays: 90,
  auditRetentionMs: 730 * DAY,
} as const;

/** The Limits table of the Merchant Bio API. */
export const BIO_LIMITS = {
  timestampToleranceMs: 5 * MINUTE,
  requestTimeoutMs: 5 * SECOND,
  retries: 1,
  replyBytes: 1_048_576,
  rotationNoticeMs: 7 * DAY,
  retiringMs: 7 * DAY,
} as const;
