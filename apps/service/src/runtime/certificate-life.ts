import type { X509Certificate } from 'node:crypto';

const MOST_MS = 21 * 24 * 60 * 60 * 1000;

/** Renewal begins with a third of the life left, so with a fifth it has failed. A certificate of more than 105 days is late with 21 days left. */
export function lifeOf({ validFromDate, validToDate }: Pick<X509Certificate, 'validFromDate' | 'validToDate'>) {
  const until = validToDate.getTime();
  return { until, lateAt: until - Math.min(MOST_MS, (until - validFromDate.getTime()) / 5) };
}

/** When a certificate expires, and when it should have been replaced. */
export type CertificateLife = ReturnType<typeof lifeOf>;
