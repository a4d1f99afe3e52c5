import type { StoreResponse } from '@authly/contract/bio/store';
import type { Enrollment } from '../bio/enrollment-store.ts';

/** An enrollment in the order of its table's columns. */
export const enrollmentRow = (enrollment: Enrollment): string[] => [
  enrollment.merchantUserRef,
  enrollment.type,
  enrollment.payloadKey,
  enrollment.features,
  enrollment.encKey,
  enrollment.enrollmentRef,
  enrollment.capturedAt,
  enrollment.storedAt,
];

/**
 * What a repeat of a stored request is answered with once its user was erased. The claim of its key stays, or a late repeat would store the
 * enrollment anew; what it said of the user goes.
 */
export const ANSWER_AFTER_ERASURE: StoreResponse = { stored: true };
