/**
 * How long a session lives and how long its outcome may take. Single constants, apart from the other limits, so that the browser
 * SDK and the hosted page bring along only what they use.
 */

export const SESSION_LIFETIME_DEFAULT_S = 600;
export const SESSION_LIFETIME_MAX_S = 1800;

/** What one merchant's Bio API may be given: the deadline of one attempt, and how often a call is tried again. */
export const BIO_TIMEOUT_DEFAULT_MS = 5_000;
export const BIO_TIMEOUT_MIN_MS = 100;
export const BIO_TIMEOUT_MAX_MS = 30_000;
export const BIO_RETRIES_DEFAULT = 1;
export const BIO_RETRIES_MAX = 5;

/** The link in the QR code is replaced this often. */
export const LINK_TOKEN_ROTATION_MS = 10_000;

/**
 * The hosted page's event stream is never silent for longer. Shorter than the idle timeout of common proxies, and as long as a page shows
 * a link and the next: both are said at once, because an event costs more than what it says.
 */
export const HOSTED_HEARTBEAT_MS: number = 2 * LINK_TOKEN_ROTATION_MS;

/** Everything in processing but the calls to the merchant: opening the features, comparing, storing. */
const OWN_WORK_MS = 15_000;

/** 15 s + timeout × (1 + retries): how long after the app's callback a session may be in processing. */
export const processingAllowanceMs = ({ timeoutMs, retries }: { timeoutMs: number; retries: number }): number =>
  OWN_WORK_MS + timeoutMs * (1 + retries);

/** The longest that an operator can grant. No outcome follows `expires_at` by more. */
export const PROCESSING_ALLOWANCE_MAX_MS: number = /* @__PURE__ */ processingAllowanceMs({
  timeoutMs: BIO_TIMEOUT_MAX_MS,
  retries: BIO_RETRIES_MAX,
});
