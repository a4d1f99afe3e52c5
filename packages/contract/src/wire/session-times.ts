/** Apart from the other limits, to keep the browser SDK and the hosted page small. */

export const SESSION_LIFETIME_DEFAULT_S = 600;
export const SESSION_LIFETIME_MAX_S = 1800;

export const BIO_TIMEOUT_DEFAULT_MS = 5_000;
export const BIO_TIMEOUT_MIN_MS = 100;
export const BIO_TIMEOUT_MAX_MS = 30_000;
export const BIO_RETRIES_DEFAULT = 1;
export const BIO_RETRIES_MAX = 5;

export const LINK_TOKEN_ROTATION_MS = 10_000;

/** The longest silence of the hosted page's event stream, below the idle timeout of common proxies. */
export const HOSTED_HEARTBEAT_MS: number = 2 * LINK_TOKEN_ROTATION_MS;

/** Processing without the calls to the merchant: opening the features, comparing, storing. */
const OWN_WORK_MS = 15_000;

/** 15 s + timeout × (1 + retries): how long after the app's callback a session may be in processing. */
export const processingAllowanceMs = ({ timeoutMs, retries }: { timeoutMs: number; retries: number }): number =>
  OWN_WORK_MS + timeoutMs * (1 + retries);

/** No outcome follows `expires_at` by more. */
export const PROCESSING_ALLOWANCE_MAX_MS: number = /* @__PURE__ */ processingAllowanceMs({
  timeoutMs: BIO_TIMEOUT_MAX_MS,
  retries: BIO_RETRIES_MAX,
});
