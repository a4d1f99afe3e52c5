// Generated from packages/contract/src/wire/failure-codes.ts by `npm run generate`.
import type { FailureCode, FailureGroup } from '../failure-codes.ts';

const groups: Readonly<Record<FailureCode, FailureGroup>> = {
  session_expired: 'try_again',
  provider_timeout: 'try_again',
  provider_error: 'try_again',
  capture_failed: 'clean_finger',
  user_declined: 'declined',
  device_not_supported: 'other_device',
  join_refused: 'try_again',
  finger_mismatch: 'other_finger',
  template_invalid: 'clean_finger',
  quality_too_low: 'clean_finger',
  device_not_recognized: 'other_device',
  device_not_bound: 'other_finger',
  enrollment_not_found: 'other_finger',
  merchant_bio_timeout: 'wait',
  merchant_bio_unavailable: 'wait',
  merchant_bio_rejected: 'ask_merchant',
  merchant_bio_invalid_response: 'ask_merchant',
  too_many_attempts: 'wait',
  processing_interrupted: 'try_again',
  internal_error: 'try_again',
};

/** What a person can do next. A newer service may return codes that this version does not know: try again. */
export const failureGroupOf = (code = ''): FailureGroup =>
  Object.hasOwn(groups, code) ? groups[code as FailureCode] : 'try_again';
