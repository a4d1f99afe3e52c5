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
