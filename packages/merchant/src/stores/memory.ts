import type { Enrollment, EnrollmentKey, EnrollmentWrite, ErasableEnrollments, NonceStore } from '../bio/stores.ts';
import { type Clock, systemClock } from '../clock.ts';
import { ANSWER_AFTER_ERASURE } from './tables.ts';

/** Enrollments in memory, for tests and first steps. They are lost when the process ends. */
export function memoryEnrollments(): ErasableEnrollments {
  const enrollments = new Map<string, Enrollment>();
  const claims = new Map<string, Pick<EnrollmentWrite, 'bodySha256' | 'answer' | 'keyExpiresAt'>>();
  const nameOf = ({ merchantUserRef, type, payloadKey }: EnrollmentKey) =>
    JSON.stringify([merchantUserRef, type, payloadKey]);
  return {
    // Atomic, because there is no await between read and write.
    async write(write) {
      const claim = claims.get(write.idempotencyKey);
      if (claim !== undefined && claim.keyExpiresAt > write.now) {
        return claim.bodySha256 === write.bodySha256
          ? { outcome: 'replayed', answer: claim.answer }
          : { outcome: 'conflict' };
      }
      const { bodySha256, answer, keyExpiresAt } = write;
      claims.set(write.idempotencyKey, { bodySha256, answer, keyExpiresAt });
      enrollments.set(nameOf(write.enrollment), write.enrollment);
      return { outcome: 'stored', answer: write.answer };
    },
    async find(key) {
      return enrollments.get(nameOf(key));
    },
    async erase(merchantUserRef) {
      const names = [...enrollments]
        .filter(([, enrollment]) => enrollment.merchantUserRef === merchantUserRef)
        .map(([name]) => name);
      for (const name of names) enrollments.delete(name);
      for (const [key, claim] of claims)
        if (claim.answer.merchant_user_ref === merchantUserRef)
          claims.set(key, { ...claim, answer: ANSWER_AFTER_ERASURE });
      return names.length;
    },
  };
}

/** Nonces in memory, for one process only. */
export function memoryNonces({ clock = systemClock }: { clock?: Pick<Clock, 'now'> | undefined } = {}): NonceStore {
  const expiries = new Map<string, number>();
  const alive = (nonce: string) => (expiries.get(nonce) ?? 0) > clock.now();
  const dropExpired = () => {
    // Nonces expire nearly in the order of their claims, so the sweep stops at the first live one.
    for (const [nonce, expiresAt] of expiries) {
      if (expiresAt > clock.now()) return;
      expiries.delete(nonce);
    }
  };
  return {
    async has(nonce) {
      return alive(nonce);
    },
    async claim(nonce, keepMs) {
      if (alive(nonce)) return false;
      dropExpired();
      expiries.delete(nonce);
      expiries.set(nonce, clock.now() + keepMs);
      return true;
    },
  };
}
