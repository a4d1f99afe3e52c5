import type { Enrollment, EnrollmentWrite } from '../src/index.ts';

export const DAY = 24 * 3_600_000;
export const NOW = Date.UTC(2026, 0, 31, 9);

export function sampleWrite(
  key: string,
  features: string,
  change: Partial<Enrollment> = {},
  now = NOW,
): EnrollmentWrite {
  const enrollment: Enrollment = {
    merchantUserRef: 'user-1',
    type: 'fingerprint',
    payloadKey: 'RI',
    features,
    encKey: `key of ${features}`,
    enrollmentRef: `ref of ${features}`,
    capturedAt: '2026-01-31T09:00:00.000Z',
    storedAt: new Date(now).toISOString(),
    ...change,
  };
  return {
    enrollment,
    idempotencyKey: key,
    bodySha256: `sha of ${features}`,
    answer: { stored: true, enrollment_ref: enrollment.enrollmentRef },
    now,
    keyExpiresAt: now + DAY,
  };
}
