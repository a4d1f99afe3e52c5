import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { sealedFor } from '@authly/contract/app/callback';
import type { FailureCode } from '@authly/contract/failure-codes';
import type { Finger } from '@authly/contract/fingers';
import { encodeTemplate, extract, synthesize } from '@authly/fingerprint';
import type { Clock } from '../clock.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { processingDeadline, type Happening } from '../session/move.ts';
import type { Session } from '../session/session.ts';
import { advanceSession } from '../lifecycle/advance-session.ts';
import type { SessionStore } from '../storage/store.ts';
import type { Capture, CapturedFinger } from './capture.ts';
import type { Matcher } from './matcher.ts';
import { askedOutcome, type SandboxOutcome } from './sandbox-outcomes.ts';

/** Long enough for a person to see each screen of the page. */
const BETWEEN_MOVES_MS = 600;
const DEFAULT_FINGER: Finger = 'RI';
const SYNTHETIC_FINGERS = 1000;

interface Parts {
  readonly sessions: SessionStore;
  readonly clock: Clock;
  /** The ordinary processing, with this matcher. */
  readonly captureWith: (matcher: Matcher) => Capture;
  readonly findMerchant: (id: string) => Promise<Merchant | undefined>;
  readonly onError: (error: unknown, sessionId: string) => void;
}

/**
 * A simulated app for `metadata.sandbox_outcome`: once the page is open it walks the ordinary moves of the table one by one, real
 * Bio call with a synthetic finger included. It exists only in a process whose store is stamped `test`.
 */
export class SandboxApp {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins the walk for a session that asks for one; the page's own request does not wait for it. */
  begin(session: Session): void {
    const outcome = askedOutcome(session);
    if (outcome === undefined) return;
    this.#walk(session, outcome).catch((error: unknown) => this.#parts.onError(error, session.id));
  }

  async #walk(session: Session, outcome: SandboxOutcome): Promise<void> {
    await this.#pause();
    if (outcome.kind === 'canceled') return this.#advance(session, { event: 'cancel', reason: 'sandbox_outcome' });
    if (outcome.kind === 'expired') return this.#advance(session, { event: 'expire' });
    await this.#advance(session, {
      event: 'claim',
      join: {
        via: 'button',
        matchCode: '00',
        appTokenHash: createHash('sha256').update(randomBytes(32)).digest('hex'),
        confirmed: true,
        at: this.#parts.clock.now(),
      },
    });
    await this.#pause();
    if (outcome.kind === 'app_failure')
      return this.#advance(session, { event: 'app_failure', failureCode: outcome.reason });
    const merchant = await this.#parts.findMerchant(session.merchantId);
    if (merchant === undefined) return undefined;
    if (outcome.kind === 'failure') return this.#fail(session, merchant, outcome.code);
    const capture = this.#parts.captureWith(decided(outcome.kind === 'compared' && outcome.matched));
    await capture.process(session, merchant, syntheticCapture(session));
    return undefined;
  }

  async #fail(session: Session, merchant: Merchant, code: FailureCode): Promise<void> {
    const { clock } = this.#parts;
    const deadline = processingDeadline(clock.now(), {
      timeoutMs: merchant.bioTimeoutMs,
      retries: merchant.bioRetries,
    });
    await this.#advance(session, { event: 'callback', processingDeadline: deadline });
    await this.#advance(session, { event: 'process' });
    await this.#pause();
    await this.#advance(session, { event: 'fail', failureCode: code });
  }

  async #advance(session: Session, happening: Happening): Promise<void> {
    await advanceSession(this.#parts.sessions, session.id, happening, this.#parts.clock.now());
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#parts.clock.after(BETWEEN_MOVES_MS, resolve));
  }
}

/** A matcher whose answer was asked for: everything around it is real. */
const decided = (matched: boolean): Matcher => ({
  inspect: () => Promise.resolve({ fit: true }),
  compare: () => Promise.resolve({ matched }),
  close: () => Promise.resolve(),
});

/** One synthetic finger for each user and finger; a verification is another impression of it. */
function syntheticCapture(session: Session): CapturedFinger {
  const finger = session.finger ?? DEFAULT_FINGER;
  const digest = createHash('sha256').update(`${session.merchantId}\n${session.merchantUserRef}\n${finger}`).digest();
  const impression = session.mode === 'enroll' ? 0 : 1 + (createHash('sha256').update(session.id).digest()[0]! % 7);
  const template = encodeTemplate([
    extract(synthesize({ finger: digest.readUInt32BE(0) % SYNTHETIC_FINGERS, impression })),
  ]);
  return { finger, ...sealed(template, finger), capturedAt: undefined };
}

function sealed(template: Uint8Array, finger: Finger): { features: string; encKey: string } {
  const key = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(sealedFor(finger), 'ascii'));
  const features = Buffer.concat([iv, cipher.update(template), cipher.final(), cipher.getAuthTag()]).toString('base64');
  return { features, encKey: key.toString('base64') };
}
