import { createHmac } from 'node:crypto';
import { payloadKey } from '@authly/contract/biometric-types';
import { LIMITS } from '@authly/contract/limits';
import type { Clock } from '../config/clock.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { Session } from '../session/session.ts';
import type { AttemptStore } from '../storage/store.ts';
import type { CaptureType } from './biometric-type.ts';
import type { MatchResult } from './matcher.ts';

/** One verification that was counted before anything was compared. */
export interface Attempt {
  /** What the comparison said decides whether it stands. */
  settle(result: MatchResult): void;
  /** Takes it back unless it stands. A process that ends before leaves it counted, for an hour at most. */
  close(): Promise<void>;
}

export interface Attempts {
  /** Undefined: too many of this user's finger did not match within the hour. */
  count(session: Session, merchant: Merchant, type: CaptureType): Promise<Attempt | undefined>;
}

const UNCOUNTED: Attempt = { settle: () => {}, close: async () => {} };

/** For the sandbox: an outcome that was asked for reveals nothing. */
export const NOT_COUNTED: Attempts = { count: async () => UNCOUNTED };

interface CountedAttemptsOptions {
  readonly store: AttemptStore;
  readonly clock: Clock;
  /** The key of the hashes that user refs and fingers are known by. */
  readonly key: Uint8Array;
  readonly onError: (error: unknown, sessionId: string) => void;
}

export class CountedAttempts implements Attempts {
  readonly #options: CountedAttemptsOptions;

  constructor(options: CountedAttemptsOptions) {
    this.#options = options;
  }

  async count(session: Session, merchant: Merchant, type: CaptureType): Promise<Attempt | undefined> {
    const limit = merchant.attemptsPerHour;
    if (limit === 0) return UNCOUNTED;
    const { store, clock, onError } = this.#options;
    const now = clock.now();
    const counted = await store.count(this.#keyOf(session, type), limit, now - LIMITS.attemptsWindowMs, now);
    if (counted === undefined) return undefined;
    let stands = false;
    return {
      settle: (result) => (stands = countsAsAttempt(result)),
      close: async () => {
        // One that stays counted by mistake leaves within the hour: no reason to fail a verification that has its outcome.
        if (!stands) await store.takeBack(counted).catch((error: unknown) => onError(error, session.id));
      },
    };
  }

  /** A keyed hash: the table alone says neither whose attempts these are nor of which finger. */
  #keyOf({ merchantId, merchantUserRef, type: name, payload }: Session, type: CaptureType): string {
    const subject = JSON.stringify([merchantId, merchantUserRef, name, payloadKey(type, payload)]);
    return createHmac('sha256', this.#options.key).update(subject).digest('base64url');
  }
}

/** A comparison that did not match counts, and so does an invalid probe. */
const countsAsAttempt = (result: MatchResult): boolean =>
  'failure' in result ? result.failure === 'template_invalid' && !result.uncounted : !result.matched;
