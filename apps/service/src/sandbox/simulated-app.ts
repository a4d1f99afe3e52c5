import { createHash, randomBytes } from 'node:crypto';
import { APP_FAILURE_REASONS, type AppFailureReason, type FailureCode } from '@authly/contract/wire/failure-codes';
import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import type { Capture, CaptureOptions } from '../capture/capture.ts';
import { advanceSession } from '../lifecycle/advance-session.ts';
import { processingDeadline, type SessionInput } from '../session/move.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { Session } from '../session/session.ts';
import type { Store } from '../storage/port/store.ts';
import { requestedOutcome } from './outcomes.ts';
import { SIMULATED_DEVICE, type Simulations } from './simulations.ts';

/** Long enough for a person to see each screen of the page. */
const BETWEEN_MOVES_MS = 600;

const CAPTURE_OUTCOMES = new Set(['enrolled', 'matched', 'not_matched']);
const APP_FAILURES: ReadonlySet<string> = new Set([...APP_FAILURE_REASONS, 'join_refused']);

export interface SimulatedAppOptions extends Pick<CaptureOptions, 'clock' | 'onError'> {
  readonly store: Store;
  readonly keys: { captureSeal(session: Session): Promise<ClaimSeal> };
  readonly capture: Capture;
  readonly simulations: Simulations;
}

/** Plays the outcome that a session asks for: the ordinary moves one by one, with a real Bio call for a synthetic capture. */
export class SimulatedApp {
  readonly #options: SimulatedAppOptions;

  constructor(options: SimulatedAppOptions) {
    this.#options = options;
  }

  /** Returns at once. */
  play(session: Session): void {
    const outcome = requestedOutcome(session);
    if (outcome === undefined) return;
    this.#play(session, outcome).catch((error: unknown) => this.#options.onError(error, session.id));
  }

  async #play(session: Session, outcome: string): Promise<unknown> {
    await this.#pause();
    if (outcome === 'canceled') return this.#advance(session, { event: 'cancel', reason: 'sandbox_outcome' });
    if (outcome === 'expired' || outcome === 'session_expired') return this.#advance(session, { event: 'expire' });
    const joined = await this.#join(session);
    const merchant = await this.#options.store.merchants.find(session.merchantId);
    // A real app joined first. It continues.
    if (joined === undefined || merchant === undefined) return undefined;
    await this.#pause();
    if (APP_FAILURES.has(outcome))
      return this.#advance(joined, { event: 'app_failure', failureCode: outcome as AppFailureReason });
    return CAPTURE_OUTCOMES.has(outcome)
      ? this.#capture(joined, merchant, outcome === 'matched')
      : this.#fail(joined, merchant, outcome as FailureCode);
  }

  async #join(session: Session): Promise<Session | undefined> {
    const appTokenHash = createHash('sha256').update(randomBytes(32)).digest('hex');
    const at = this.#options.clock.now();
    const join = { via: 'button', matchCode: '00', appTokenHash, confirmed: true, wrongNumbers: 0, at } as const;
    const joined = await this.#advance(session, { event: 'claim', join });
    return joined.join?.appTokenHash === appTokenHash ? joined : undefined;
  }

  /** The ordinary processing, with a matcher that returns the requested result. */
  async #capture(session: Session, merchant: Merchant, matched: boolean): Promise<void> {
    const { capture, simulations, keys } = this.#options;
    const isBinding = session.mode === 'enroll' && merchant.deviceBinding !== 'off';
    const device = isBinding ? SIMULATED_DEVICE : undefined;
    const captured = await simulations[session.type]?.(session, await keys.captureSeal(session), device);
    if (captured === undefined) return;
    const matcher = { inspect: async () => ({ fit: true }) as const, compare: async () => ({ matched }) };
    await capture.withMatcher(matcher).process(session, async () => ({
      // A requested result is not limited.
      merchant: { ...merchant, attemptsPerHour: 0 },
      captured: { ...captured, capturedAt: undefined },
      afterAnswer: (work) => void work(),
    }));
  }

  async #fail(
    session: Session,
    { bioTimeoutMs: timeoutMs, bioRetries: retries }: Merchant,
    failureCode: FailureCode,
  ): Promise<void> {
    const deadline = processingDeadline(this.#options.clock.now(), { timeoutMs, retries });
    const taken = await this.#advance(session, { event: 'callback', processingDeadline: deadline });
    const processing = await this.#advance(taken, { event: 'process' });
    await this.#pause();
    await this.#advance(processing, { event: 'fail', failureCode });
  }

  async #advance(session: Session, input: SessionInput): Promise<Session> {
    const advance = await advanceSession(this.#options.store.sessions, session, input, this.#options.clock.now());
    return advance?.session ?? session;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#options.clock.after(BETWEEN_MOVES_MS, resolve));
  }
}
