import { hash, timingSafeEqual } from 'node:crypto';
import { biometricType, payloadKey, type Payload } from '@authly/contract/wire/biometric-types';
import type { DeviceAssertion } from '@authly/contract/wire/device';
import type { FailureCode } from '@authly/contract/wire/failure-codes';
import { isIsoTimestamp } from '@authly/contract/wire/iso-timestamp';
import type { Mode } from '@authly/contract/wire/states';
import type { BioApi } from '../bio-api/client.ts';
import { CLOCK_TOLERANCE_MS, type Clock } from '../runtime/clock.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { decide, processingDeadline, type SessionInput } from '../session/move.ts';
import type { Instant, Outcome, Session } from '../session/session.ts';
import { advanceWhileStoreIsDown, type Advance } from '../lifecycle/advance-session.ts';
import { retryWhileStoreIsDown, type Patience } from '../lifecycle/retry-while-store-is-down.ts';
import type { SessionStore } from '../storage/port/store.ts';
import { countsAsAttempt, type attemptCounter } from './attempts.ts';
import type { CaptureKey, CaptureType, CaptureTypes, EncKey, KeyedCapture, SealedCapture } from './biometric-type.ts';
import { challengeOf, splitEnrollment, type DeviceKey, type Enrollment } from './device.ts';
import { acceptedEncKey, readAcceptedEncKey, readEncKey } from './enc-key.ts';
import { wipe, type Matcher, type MatchResult, type Template } from './matcher.ts';

/** A callback's body. It exists only in this process's memory, until `process` returns. */
export interface Captured extends SealedCapture {
  readonly capturedAt: string | undefined;
  readonly device?: DeviceAssertion | undefined;
}

interface Received {
  readonly merchant: Merchant;
  readonly captured: Captured;
  /** Runs work after the response, so that the response time does not depend on the outcome. */
  readonly afterAnswer: (work: () => Promise<void>) => void;
}

type TimedCapture = Captured & { readonly capturedAt: string };

interface Processing {
  readonly session: Session;
  readonly merchant: Merchant;
  readonly captured: TimedCapture;
  readonly type: CaptureType;
  readonly matcher: ReturnType<MatcherOf>;
  readonly afterAnswer: Received['afterAnswer'];
  /** Wipes the opened templates when it is disposed of. */
  readonly templates: DisposableStack;
}

type Compared = MatchResult & Pick<Outcome, 'device'>;
type Ending = { readonly outcome: Outcome } | { readonly failure: FailureCode };

export type MatcherOf = (type: string) => Pick<Matcher, 'inspect' | 'compare'>;

interface CaptureKeys {
  captureKey(keyId: string, session: Session, use: Mode): Promise<CaptureKey | undefined>;
  captureSeal(session: Session): Promise<{ readonly context: string }>;
  /** Notes that a key has opened an enrollment. */
  noteUse(keyId: string, merchantId: string): void;
}

/** A later start leaves too little time: the merchant must not store an enrollment whose session fails. */
const START_WITHIN_MS = 5000;

export interface CaptureOptions {
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly bio: BioApi;
  readonly types: CaptureTypes;
  readonly matcherOf: MatcherOf;
  readonly countAttempt: ReturnType<typeof attemptCounter>;
  readonly keys: CaptureKeys;
  readonly recognizes: (device: DeviceKey, assertion: DeviceAssertion | undefined, challenge: string) => boolean;
  /** Called with unexpected errors, never with features or keys. */
  readonly onError: (error: unknown, sessionId: string) => void;
}

/** After the app's callback: open the features → store, or look up → check the device → compare → outcome. */
export class Capture {
  readonly #options: CaptureOptions;

  constructor(options: CaptureOptions) {
    this.#options = options;
  }

  /** The same processing with another matcher, for any device. */
  withMatcher(matcher: ReturnType<MatcherOf>): Capture {
    return new Capture({ ...this.#options, matcherOf: () => matcher, recognizes: () => true });
  }

  /** Returns when the session has its outcome. `receive` reads the body, and is not called if the session refuses the callback. */
  async process(session: Session, receive: () => Promise<Received>): Promise<Advance | undefined> {
    const { sessions, clock } = this.#options;
    const decided = decide(session, 'callback');
    if ('refusal' in decided) return { refusal: decided.refusal, session };
    if ('stay' in decided) return { session, moved: false };
    const { merchant, captured, afterAnswer } = await receive();
    const now = clock.now();
    const began = clock.elapsed();
    const deadline = processingDeadline(now, { timeoutMs: merchant.bioTimeoutMs, retries: merchant.bioRetries });
    // Only this process holds the capture and its outcome, so it waits for a store that is down.
    const patience = (withinMs: number): Patience => ({ clock, forMs: withinMs - (clock.elapsed() - began) });
    const callback = { event: 'callback', processingDeadline: deadline } as const;
    const started = await advanceWhileStoreIsDown(sessions, session, callback, patience(START_WITHIN_MS), {
      event: 'process',
    });
    if (started === undefined || 'refusal' in started || !started.moved) return started;
    const at = capturedAt(captured.capturedAt, session.join?.at ?? session.createdAt, now);
    const timed = { ...captured, capturedAt: at };
    const ending = await this.#ending({ session: started.session, merchant, captured: timed, afterAnswer });
    const end: SessionInput =
      'outcome' in ending
        ? { event: 'succeed', outcome: ending.outcome }
        : { event: 'fail', failureCode: ending.failure };
    return advanceWhileStoreIsDown(sessions, started.session, end, patience(deadline - now));
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

  async #enroll(processing: Processing): Promise<Ending> {
    const { session, merchant, captured, type, matcher } = processing;
    const capture = await this.#keyed(session, 'enroll', captured, readEncKey(captured.encKey));
    const enrollment = await this.#enrollment(processing, capture);
    const { device } = enrollment ?? {};
    if (!capture || !enrollment || (device && merchant.deviceBinding === 'off')) return { failure: 'template_invalid' };
    if (!device && merchant.deviceBinding === 'required') return { failure: 'device_not_bound' };
    const inspection = await matcher.inspect(enrollment.record, session.merchantId);
    if ('failure' in inspection) return inspection;
    const { payload, features, capturedAt } = captured;
    const request = {
      merchant_id: session.merchantId,
      merchant_user_ref: session.merchantUserRef,
      enrollment_session_id: session.id,
      type: session.type,
      payload: { ...(payload as Payload), features, enc_key: acceptedEncKey(type, capture) },
      captured_at: capturedAt,
    };
    const stored = await this.#options.bio.store(merchant, request, () => this.#timeLeft(session));
    // The Bio API client refuses a reply whose payload differs from the request.
    if ('failure' in stored) return stored;
    return { outcome: { matched: null, ...deviceState(merchant, enrollment), payload } };
  }

  async #verify(processing: Processing): Promise<Ending> {
    const { session, merchant, captured, type, afterAnswer } = processing;
    const { payload } = session;
    if (payloadKey(type, captured.payload) !== payloadKey(type, payload)) return { failure: type.mismatch };
    const capture = await this.#keyed(session, 'verify', captured, readEncKey(captured.encKey));
    const probe = await this.#opened(processing, capture);
    if (probe === undefined) return { failure: 'template_invalid' };
    const request = {
      merchant_id: session.merchantId,
      merchant_user_ref: session.merchantUserRef,
      verification_session_id: session.id,
      type: session.type,
      payload: payload as Payload,
    };
    const found = await this.#options.bio.lookup(merchant, request, () => this.#timeLeft(session));
    if ('failure' in found) return found;
    const { features, enc_key: encKey } = found.reply.payload;
    const enrolled = await this.#accepted(processing, { payload, features, encKey });
    if (enrolled === undefined) return { failure: 'template_invalid' };
    const takeBack = await this.#options.countAttempt(session, merchant, features);
    if (takeBack === undefined) return { failure: 'too_many_attempts' };
    let counts = false;
    try {
      const result = await this.#compared(processing, probe, enrolled);
      counts = countsAsAttempt(result);
      return 'failure' in result ? result : { outcome: { ...result, payload } };
    } finally {
      if (!counts) afterAnswer(takeBack);
    }
  }

  async #compared(processing: Processing, probe: Template, enrolled: Enrollment): Promise<Compared> {
    const { session, merchant, matcher } = processing;
    const failure = await this.#deviceFailure(processing, enrolled);
    if (failure) return { failure };
    const result = await matcher.compare(probe, enrolled.record, session.merchantId);
    return 'failure' in result ? result : { matched: result.matched, ...deviceState(merchant, enrolled) };
  }

  /** The stored enrollment decides: a bound one needs its device, whatever the merchant's setting is now. */
  async #deviceFailure(
    { session, merchant, captured }: Processing,
    { device }: Enrollment,
  ): Promise<FailureCode | undefined> {
    if (device === undefined) return merchant.deviceBinding === 'required' ? 'device_not_bound' : undefined;
    const { keys, recognizes } = this.#options;
    const { context } = await keys.captureSeal(session);
    const isRecognized = recognizes(device, captured.device, challengeOf(session, context, captured));
    return isRecognized ? undefined : 'device_not_recognized';
  }

  /** The stored enrollment, if it has the service's mark. */
  async #accepted(processing: Processing, stored: SealedCapture): Promise<Enrollment | undefined> {
    const { session, type } = processing;
    const capture = await this.#keyed(session, 'enroll', stored, readAcceptedEncKey(stored.encKey));
    if (!capture || !timingSafeEqual(sha256(acceptedEncKey(type, capture)), sha256(stored.encKey))) return undefined;
    const enrollment = await this.#enrollment(processing, capture);
    if (enrollment) this.#options.keys.noteUse(capture.encKey.keyId, processing.session.merchantId);
    return enrollment;
  }

  /** The app's enrollment, or an accepted one. */
  async #enrollment(processing: Processing, capture: KeyedCapture | undefined): Promise<Enrollment | undefined> {
    const opened = await this.#opened(processing, capture);
    const enrollment = opened && splitEnrollment(opened);
    if (enrollment?.device) processing.templates.adopt(enrollment.record, wipe);
    return enrollment;
  }

  async #opened({ type, templates }: Processing, capture: KeyedCapture | undefined): Promise<Template | undefined> {
    const template = capture && (await type.open(capture));
    return template && templates.adopt(template, wipe);
  }

  /** Fetches the key of a sealed text, once. */
  async #keyed(
    session: Session,
    use: Mode,
    { payload, features }: SealedCapture,
    encKey: EncKey | undefined,
  ): Promise<KeyedCapture | undefined> {
    if (encKey === undefined) return undefined;
    const { keys, clock } = this.#options;
    const forMs = session.mode === 'enroll' ? START_WITHIN_MS : this.#timeLeft(session);
    const key = await retryWhileStoreIsDown({ clock, forMs }, () => keys.captureKey(encKey.keyId, session, use));
    return key && { payload, features, encKey, ...key };
  }

  /** A process with a faster clock may interrupt the session earlier. */
  #timeLeft({ processingDeadline }: Session): number {
    return processingDeadline! - CLOCK_TOLERANCE_MS - this.#options.clock.now();
  }
}

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

const deviceState = ({ deviceBinding }: Merchant, { device }: Enrollment): Pick<Outcome, 'device'> =>
  deviceBinding === 'off' ? {} : { device: device ? 'bound' : 'unbound' };

/** The app's capture time if it is ISO 8601 and between claim and now, else the callback's time. */
export function capturedAt(reported: string | undefined, claimedAt: Instant, now: Instant): string {
  const instant = reported !== undefined && isIsoTimestamp(reported) ? Date.parse(reported) : NaN;
  return new Date(instant >= claimedAt && instant <= now ? instant : now).toISOString();
}
