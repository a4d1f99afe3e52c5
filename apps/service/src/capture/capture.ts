import type { FailureCode } from '@authly/contract/failure-codes';
import type { Finger } from '@authly/contract/fingers';
import type { BioApi } from '../bio-api/client.ts';
import type { Clock } from '../clock.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { processingDeadline } from '../session/move.ts';
import type { Outcome, Session } from '../session/session.ts';
import { advanceSession, type Advance } from '../lifecycle/advance-session.ts';
import type { SessionStore } from '../storage/store.ts';
import { capturedAt } from './captured-at.ts';
import type { Matcher } from './matcher.ts';
import { openFeatures } from './open-features.ts';

/** What the app sent. It lives in this process's memory until `process` returns, and nowhere else. */
export interface CapturedFinger {
  readonly finger: Finger;
  readonly features: string;
  readonly encKey: string;
  readonly capturedAt: string | undefined;
}

type TimedCapture = CapturedFinger & { readonly capturedAt: string };

type Ending = { readonly outcome: Outcome } | { readonly failure: FailureCode };

interface Parts {
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly bio: BioApi;
  readonly matcher: Matcher;
  /** Told of what should not happen. Never given anything of the capture. */
  readonly onError: (error: unknown, sessionId: string) => void;
}

/** After the app's callback: open the features → store or look up → compare → outcome. */
export class Capture {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes the callback if the session allows it, and returns once it has its outcome. Refusals leave the capture untouched. */
  async process(session: Session, merchant: Merchant, captured: CapturedFinger): Promise<Advance | undefined> {
    const { sessions, clock } = this.#parts;
    const now = clock.now();
    const deadline = processingDeadline(now, { timeoutMs: merchant.bioTimeoutMs, retries: merchant.bioRetries });
    const taken = await advanceSession(sessions, session.id, { event: 'callback', processingDeadline: deadline }, now);
    if (taken === undefined || 'refusal' in taken || !taken.moved) return taken;
    const started = await advanceSession(sessions, session.id, { event: 'process' }, clock.now());
    if (started === undefined || 'refusal' in started) return started;
    const ending = await this.#ending(started.session, merchant, {
      ...captured,
      capturedAt: capturedAt(captured.capturedAt, session.join?.at ?? session.createdAt, now),
    });
    return advanceSession(
      sessions,
      session.id,
      'outcome' in ending
        ? { event: 'succeed', outcome: ending.outcome }
        : { event: 'fail', failureCode: ending.failure },
      clock.now(),
    );
  }

  async #ending(session: Session, merchant: Merchant, captured: TimedCapture): Promise<Ending> {
    try {
      return await (session.mode === 'enroll'
        ? this.#enroll(session, merchant, captured)
        : this.#verify(session, merchant, captured));
    } catch (error) {
      this.#parts.onError(error, session.id);
      return { failure: 'internal_error' };
    }
  }

  /** Nothing is stored at the merchant that does not open, decode and reach the quality bar. */
  async #enroll(session: Session, merchant: Merchant, captured: TimedCapture): Promise<Ending> {
    const { bio, matcher } = this.#parts;
    const template = openFeatures(captured);
    if (template === undefined) return { failure: 'template_invalid' };
    const inspection = await matcher.inspect(template);
    if (!inspection.fit) return { failure: inspection.failure };
    const stored = await bio.store(merchant, {
      merchant_id: session.merchantId,
      merchant_user_ref: session.merchantUserRef,
      enrollment_session_id: session.id,
      type: session.type,
      payload: { finger: captured.finger, features: captured.features, enc_key: captured.encKey },
      captured_at: captured.capturedAt,
    });
    if ('failure' in stored) return { failure: stored.failure };
    return { outcome: { matched: null, finger: stored.reply.payload?.finger ?? captured.finger } };
  }

  async #verify(session: Session, merchant: Merchant, captured: CapturedFinger): Promise<Ending> {
    const { bio, matcher } = this.#parts;
    const finger = session.finger!;
    if (captured.finger !== finger) return { failure: 'finger_mismatch' };
    const probe = openFeatures(captured);
    if (probe === undefined) return { failure: 'template_invalid' };
    const found = await bio.lookup(merchant, {
      merchant_id: session.merchantId,
      merchant_user_ref: session.merchantUserRef,
      verification_session_id: session.id,
      type: session.type,
      payload: { finger },
    });
    if ('failure' in found) {
      probe.fill(0);
      return { failure: found.failure };
    }
    const enrolled = openFeatures({
      finger,
      features: found.reply.payload.features,
      encKey: found.reply.payload.enc_key,
    });
    if (enrolled === undefined) {
      probe.fill(0);
      return { failure: 'template_invalid' };
    }
    const result = await matcher.compare(probe, enrolled);
    return 'failure' in result ? { failure: result.failure } : { outcome: { matched: result.matched, finger } };
  }
}
