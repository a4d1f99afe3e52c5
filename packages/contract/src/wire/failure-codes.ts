/** Why a session failed or expired. The list may grow, so merchants must accept other codes. */
export const FAILURE_CODES = {
  session_expired: 'The session passed expires_at before the app sent its capture.',
  provider_timeout: 'The comparison did not finish in time, or the comparison queue was full.',
  provider_error: 'The comparison failed.',
  capture_failed: 'The app could not capture the finger.',
  user_declined: 'The person declined in the app.',
  device_not_supported: 'The device cannot capture a finger.',
  join_refused: 'The number of the hosted page was typed wrong twice in the app.',
  finger_mismatch: 'Another finger was captured than the one asked for.',
  template_invalid:
    'The captured or stored data cannot be opened or decoded, does not look like one finger, or repeats one capture.',
  quality_too_low: 'The captured finger is not clear enough.',
  device_not_recognized: 'The enrollment is bound to a device, and this capture came without its valid signature.',
  device_not_bound: 'The merchant requires a bound device, and the enrollment has none.',
  enrollment_not_found: 'The merchant has no enrollment for this user and finger.',
  merchant_bio_timeout: 'The merchant Bio API did not answer in time.',
  merchant_bio_unavailable: 'The merchant Bio API could not be reached or answered 5xx.',
  merchant_bio_rejected: 'The merchant Bio API refused the call (4xx).',
  merchant_bio_invalid_response: 'The merchant Bio API answered against the contract.',
  too_many_attempts:
    'Too many verifications of this finger did not match within an hour. Nothing was compared; it is possible again later.',
  processing_interrupted:
    'Processing did not finish in time. The service holds nothing of the capture any more, but an enrollment may have reached the merchant before: what its Bio API accepted for this session is valid. Enrolling again replaces it.',
  internal_error: 'The service failed.',
} as const;

/** Why a session failed or expired: the codes of this version. */
export type FailureCode = keyof typeof FAILURE_CODES;

export const APP_FAILURE_REASONS = ['capture_failed', 'device_not_supported', 'user_declined'] as const;
export type AppFailureReason = (typeof APP_FAILURE_REASONS)[number];
