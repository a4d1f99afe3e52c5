import { createHash, randomBytes } from 'node:crypto';
import { biometricType } from '@authly/contract/biometric-types';
import type { FailureCode } from '@authly/contract/failure-codes';
import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import type { Clock } from '../config/clock.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { processingDeadline, type SessionInput } from '../session/move.ts';
import type { Session } from '../session/session.ts';
import { advanceSession } from '../lifecycle/advance-session.ts';
import type { SessionStore } from '../storage/store.ts';
import type { CaptureTypes } from '../capture/biometric-type.ts';
import type { Capture, MatcherOf } from '../capture/capture.ts';
import type { Matcher } from '../capture/matcher.ts';
import { askedOutcome, type SandboxOutcome } from './outcomes.ts';

/** Long enough for a person to see each screen of the page. */
const BETWEEN_MOVES_MS = 600;

interface SandboxAppOptions {
  readonly sessions: SessionStore;
  readonly clock: Clock;
  /** The ordinary processing, with this matcher. */
  readonly captureWith: (matcher: ReturnType<MatcherOf>) => Capture;
  readonly types: CaptureTypes;
  /** Where templates of nobody's are made. */
  readonly matcherOf: (type: string) => Pick<Matcher, 'synthesize'>;
  /** What an app that joined this session seals with. */
  readonly sealOf: (session: Session) => Promise<ClaimSeal>;
  readonly findMerchant: (id: string) => Promise<Merchant | undefined>;
  readonly onError: (error: unknown, sessionId: string) => void;
}

/**
 * A simulated app for `metadata.sandbox_outcome`: once the page is open it walks the ordinary moves of the table one by one, real
 * Bio call with a synthetic capture included. It exists only in a process whose store is stamped `test`.
 */
export class SandboxApp {
  readonly #options: SandboxAppOptions;

  constructor(options: SandboxAppOptions) {
    this.#options = options;
  }

  /** Begins the walk for a session that asks for one; the page's own request does not wait for it. */
  begin(session: Session): void {
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
    const merchant = await this.#options.findMerchant(session.merchantId);
    const type = biometricType(this.#options.types, session.type);
    if (merchant === undefined || type === undefined) return undefined;
    if (outcome.kind === 'failure') return this.#fail(joined, merchant, outcome.code);
    const seal = await this.#options.sealOf(joined);
    const simulated = await type.simulate(joined, this.#options.matcherOf(session.type), seal);
    if (simulated === undefined) return this.#fail(joined, merchant, 'provider_timeout');
    const capture = this.#options.captureWith(matcherThatAnswers(outcome.kind === 'compared' && outcome.matched));
    await capture.process(joined, async () => ({
      merchant,
      captured: { ...simulated, capturedAt: undefined },
      afterAnswer: (work) => void work(),
    }));
    return undefined;
  }

  async #fail(session: Session, merchant: Merchant, code: FailureCode): Promise<void> {
    const { clock } = this.#options;
    const deadline = processingDeadline(clock.now(), {
      timeoutMs: merchant.bioTimeoutMs,
      retries: merchant.bioRetries,
    });
    const taken = await this.#advance(session, { event: 'callback', processingDeadline: deadline });
    const processing = await this.#advance(taken, { event: 'process' });
    await this.#pause();
    await this.#advance(processing, { event: 'fail', failureCode: code });
  }

  /** The session afterwards. */
  async #advance(session: Session, input: SessionInput): Promise<Session> {
    const advance = await advanceSession(this.#options.sessions, session, input, this.#options.clock.now());
    return advance?.session ?? session;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#options.clock.after(BETWEEN_MOVES_MS, resolve));
  }
}

/** A matcher whose answer was asked for: everything around it is real. */
const matcherThatAnswers = (matched: boolean): ReturnType<MatcherOf> => ({
  inspect: () => Promise.resolve({ fit: true }),
  compare: () => Promise.resolve({ matched }),
});
