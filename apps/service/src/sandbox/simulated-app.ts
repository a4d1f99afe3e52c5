import { createHash, randomBytes } from 'node:crypto';
import type { FailureCode } from '@authly/contract/failure-codes';
import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import { NOT_COUNTED } from '../capture/attempts.ts';
import { Capture, type CaptureOptions } from '../capture/capture.ts';
import { advanceSession } from '../lifecycle/advance-session.ts';
import { processingDeadline, type SessionInput } from '../session/move.ts';
import type { Instant, Session } from '../session/session.ts';
import type { Store } from '../storage/store.ts';
import { askedOutcome, type SandboxOutcome } from './outcomes.ts';
import type { Simulations } from './simulations.ts';

/** Long enough for a person to see each screen of the page. */
const BETWEEN_MOVES_MS = 600;

export interface SimulatedAppOptions extends Pick<CaptureOptions, 'clock' | 'bio' | 'types' | 'onError'> {
  readonly store: Store;
  readonly keys: CaptureOptions['keys'] & { captureSeal(session: Session): Promise<ClaimSeal> };
  readonly simulations: Simulations;
}

/** Plays the outcome that a session asks for: the ordinary moves one by one, a real Bio call with a synthetic capture included. */
export class SimulatedApp {
  readonly #options: SimulatedAppOptions;

  constructor(options: SimulatedAppOptions) {
    this.#options = options;
  }

  /** The page's own request does not wait for it. */
  play(session: Session): void {
    const outcome = askedOutcome(session);
    if (outcome === undefined) return;
    this.#walk(session, outcome).catch((error: unknown) => this.#options.onError(error, session.id));
  }

  async #walk(session: Session, outcome: SandboxOutcome): Promise<void> {
    await this.#pause();
    if (outcome.kind === 'canceled')
      return void (await this.#advance(session, { event: 'cancel', reason: 'sandbox_outcome' }));
    if (outcome.kind === 'expired') return void (await this.#advance(session, { event: 'expire' }));
    const joined = await this.#advance(session, {
      event: 'claim',
      join: {
        via: 'button',
        matchCode: '00',
        appTokenHash: createHash('sha256').update(randomBytes(32)).digest('hex'),
        confirmed: true,
        at: this.#options.clock.now(),
      },
    });
    await this.#pause();
    if (outcome.kind === 'app_failure')
      return void (await this.#advance(joined, { event: 'app_failure', failureCode: outcome.reason }));
    const { store, clock, simulations, keys } = this.#options;
    const merchant = await store.merchants.find(session.merchantId);
    const simulate = simulations[session.type];
    if (merchant === undefined || simulate === undefined) return undefined;
    if (outcome.kind === 'failure') {
      const { bioTimeoutMs: timeoutMs, bioRetries: retries } = merchant;
      return this.#fail(joined, outcome.code, processingDeadline(clock.now(), { timeoutMs, retries }));
    }
    const captured = await simulate(joined, await keys.captureSeal(joined));
    await this.#captureThatAnswers(outcome.kind === 'compared' && outcome.matched).process(joined, async () => ({
      merchant,
      captured: { ...captured, capturedAt: undefined },
      afterAnswer: (work) => void work(),
    }));
    return undefined;
  }

  /** The ordinary processing, with a matcher whose answer was asked for. */
  #captureThatAnswers(matched: boolean): Capture {
    const { store, ...options } = this.#options;
    const matcher = { inspect: async () => ({ fit: true }) as const, compare: async () => ({ matched }) };
    return new Capture({
      ...options,
      sessions: store.sessions,
      matcherOf: () => matcher,
      attempts: NOT_COUNTED,
    });
  }

  async #fail(session: Session, code: FailureCode, deadline: Instant): Promise<void> {
    const taken = await this.#advance(session, { event: 'callback', processingDeadline: deadline });
    const processing = await this.#advance(taken, { event: 'process' });
    await this.#pause();
    await this.#advance(processing, { event: 'fail', failureCode: code });
  }

  /** The session afterwards. */
  async #advance(session: Session, input: SessionInput): Promise<Session> {
    const advance = await advanceSession(this.#options.store.sessions, session, input, this.#options.clock.now());
    return advance?.session ?? session;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#options.clock.after(BETWEEN_MOVES_MS, resolve));
  }
}
