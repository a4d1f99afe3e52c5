import { biometricType, payloadKey, type Payload } from '@authly/contract/biometric-types';
import type { FailureCode } from '@authly/contract/failure-codes';
import { isIsoTimestamp } from '@authly/contract/iso-timestamp';
import type { Mode } from '@authly/contract/states';
import type { BioApi } from '../bio-api/client.ts';
import type { Clock } from '../config/clock.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { decide, processingDeadline, type SessionInput } from '../session/move.ts';
import type { Instant, Outcome, Session } from '../session/session.ts';
import { advanceSession, type Advance } from '../lifecycle/advance-session.ts';
import { retryWhileStoreIsDown } from '../lifecycle/retry-while-store-is-down.ts';
import type { SessionStore } from '../storage/store.ts';
import type { Attempts } from './attempts.ts';
import type { CaptureKey, CaptureType, CaptureTypes, SealedCapture } from './biometric-type.ts';
import { wipe, type Matcher, type MatchResult, type Template } from './matcher.ts';

/** What the app sent. It lives in this process's memory until `process` returns, and nowhere else. */
export interface Captured extends SealedCapture {
  readonly capturedAt: string | undefined;
}

/** What is there once the body of a callback has come. */
interface Received {
  readonly merchant: Merchant;
  readonly captured: Captured;
  /** What is left to do when the app has its answer: the time of the answer must not tell what it was. */
  readonly afterAnswer: (work: () => Promise<void>) => void;
}

type TimedCapture = SealedCapture & { readonly capturedAt: string };

/** One capture on its way to an outcome. */
interface Processing {
  readonly session: Session;
  readonly merchant: Merchant;
  readonly captured: TimedCapture;
  readonly type: CaptureType;
  readonly matcher: ReturnType<MatcherOf>;
  readonly afterAnswer: Received['afterAnswer'];
  /** Wiped with it, however the processing ends. */
  readonly templates: DisposableStack;
}

type Ending = { readonly outcome: Outcome } | { readonly failure: FailureCode };

/** The matcher of a biometric type. */
export type MatcherOf = (type: string) => Pick<Matcher, 'inspect' | 'compare'>;

/** The service's sealing keys. */
export interface CaptureKeys {
  captureKey(keyId: string, session: Session, use: Mode): Promise<CaptureKey | undefined>;
}

/** Later there is too little time for the comparison and the merchant, who must not store an enrollment whose session fails. */
const START_WITHIN_MS = 5000;

export interface CaptureOptions {
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly bio: BioApi;
  readonly types: CaptureTypes;
  readonly matcherOf: MatcherOf;
  readonly attempts: Attempts;
  readonly keys: CaptureKeys;
  /** Called with unexpected errors. Never given anything of the capture. */
  readonly onError: (error: unknown, sessionId: string) => void;
}

/** After the app's callback: open the features → store or look up → compare → outcome. */
export class Capture {
  readonly #options: CaptureOptions;

  constructor(options: CaptureOptions) {
    this.#options = options;
  }

  /** Takes the callback if the session allows it, and returns once it has its outcome. Nothing is received for one that it refuses. */
  async process(session: Session, receive: () => Promise<Received>): Promise<Advance | undefined> {
    const { sessions, clock } = this.#options;
    const decided = decide(session, 'callback');
    if ('refusal' in decided) return { refusal: decided.refusal, session };
    if ('stay' in decided) return { session, moved: false };
    const { merchant, captured, afterAnswer } = await receive();
    const now = clock.now();
    const began = clock.elapsed();
    const deadline = processingDeadline(now, { timeoutMs: merchant.bioTimeoutMs, retries: merchant.bioRetries });
    const callback = { event: 'callback', processingDeadline: deadline } as const;
    const taken = await advanceSession(sessions, session, callback, now, decided);
    if (taken === undefined || 'refusal' in taken || !taken.moved) return taken;
    // From here on this process alone holds what was captured, and then what came of it: a store that is away for a while loses neither.
    const advance = (from: Session, input: SessionInput, forMs: number): Promise<Advance | undefined> =>
      retryWhileStoreIsDown({ clock, forMs }, () => advanceSession(sessions, from, input, clock.now()));
    const started = await advance(taken.session, { event: 'process' }, START_WITHIN_MS);
    // Only this process starts it. If it has started already, the store's answer was lost.
    if (started === undefined || ('refusal' in started && started.session.status !== 'processing')) return started;
    const at = capturedAt(captured.capturedAt, session.join?.at ?? session.createdAt, now);
    const timed = { ...captured, capturedAt: at };
    const ending = await this.#ending({ session: started.session, merchant, captured: timed, afterAnswer });
    return advance(
      started.session,
      'outcome' in ending
        ? { event: 'succeed', outcome: ending.outcome }
        : { event: 'fail', failureCode: ending.failure },
      deadline - now - (clock.elapsed() - began),
    );
  }

  async #ending(taken: Omit<Processing, 'type' | 'matcher' | 'templates'>): Promise<Ending> {
    const { session } = taken;
    try {
      using templates = new DisposableStack();
      const type = biometricType(this.#options.types, session.type);
      if (type === undefined)
        throw new Error(`a session has the type ${session.type}, which this process does not know`);
      const matcher = this.#options.matcherOf(session.type);
      const processing = { ...taken, type, matcher, templates };
      return await (session.mode === 'enroll' ? this.#enroll(processing) : this.#verify(processing));
    } catch (error) {
      this.#options.onError(error, session.id);
      return { failure: 'internal_error' };
    }
  }

  /** Nothing is stored at the merchant that does not open, decode and reach the quality bar. */
  async #enroll(processing: Processing): Promise<Ending> {
    const { session, merchant, captured, matcher } = processing;
    const template = await this.#opened(processing, captured, 'enroll');
    if (template === undefined) return { failure: 'template_invalid' };
    const inspection = await matcher.inspect(template, session.merchantId);
    if (!inspection.fit) return { failure: inspection.failure };
    const { payload, features, encKey, capturedAt } = captured;
    const stored = await this.#options.bio.store(merchant, {
      merchant_id: session.merchantId,
      merchant_user_ref: session.merchantUserRef,
      enrollment_session_id: session.id,
      type: session.type,
      payload: { ...(payload as Payload), features, enc_key: encKey },
      captured_at: capturedAt,
    });
    // What a merchant returns of the payload equals the request, or the reply would have been refused.
    return 'failure' in stored ? stored : { outcome: { matched: null, payload } };
  }

  async #verify(processing: Processing): Promise<Ending> {
    const { session, merchant, captured, type, afterAnswer } = processing;
    if (payloadKey(type, captured.payload) !== payloadKey(type, session.payload)) return { failure: type.mismatch };
    const attempt = await this.#options.attempts.count(session, merchant, type);
    if (attempt === undefined) return { failure: 'too_many_attempts' };
    afterAnswer(() => attempt.close());
    const result = await this.#compared(processing);
    attempt.settle(result);
    return 'failure' in result ? result : { outcome: { matched: result.matched, payload: session.payload } };
  }

  async #compared(processing: Processing): Promise<MatchResult> {
    const { session, merchant, captured, matcher } = processing;
    const { payload } = session;
    const probe = await this.#opened(processing, captured, 'verify');
    if (probe === undefined) return { failure: 'template_invalid' };
    const found = await this.#options.bio.lookup(merchant, {
      merchant_id: session.merchantId,
      merchant_user_ref: session.merchantUserRef,
      verification_session_id: session.id,
      type: session.type,
      payload: payload as Payload,
    });
    if ('failure' in found) return found;
    const { features, enc_key: encKey } = found.reply.payload;
    const enrolled = await this.#opened(processing, { payload, features, encKey }, 'enroll');
    if (enrolled === undefined) return { failure: 'template_invalid', uncounted: true };
    return matcher.compare(probe, enrolled, session.merchantId);
  }

  /** An enrollment opens for its merchant and user alone, a probe in its session alone, and neither as the other. */
  async #opened(
    { session, type, templates }: Processing,
    capture: SealedCapture,
    use: Mode,
  ): Promise<Template | undefined> {
    const { keys } = this.#options;
    const template = await type.open(capture, (keyId) => keys.captureKey(keyId, session, use));
    return template && templates.adopt(template, wipe);
  }
}

/** The app's own capture time only if it is ISO 8601 and lies between claim and now; else the callback's time. UTC with `Z`. */
export function capturedAt(reported: string | undefined, claimedAt: Instant, now: Instant): string {
  const instant = reported !== undefined && isIsoTimestamp(reported) ? Date.parse(reported) : NaN;
  return new Date(instant >= claimedAt && instant <= now ? instant : now).toISOString();
}
