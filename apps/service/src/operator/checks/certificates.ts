import type { CertificateLife } from '../../runtime/certificate-life.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const daysUntil = (at: number): number => Math.floor((at - Date.now()) / DAY_MS);

/** Throws if it should have been replaced. */
export function expires({ until, lateAt }: CertificateLife): string {
  const days = daysUntil(until);
  if (Date.now() >= lateAt) throw new Error(`expires in ${days} days: renew it`);
  return `expires in ${days} days`;
}
