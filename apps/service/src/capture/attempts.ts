import { createHmac, type KeyObject } from 'node:crypto';
import { LIMITS } from '@authly/contract/wire/limits';
import type { Clock } from '../runtime/clock.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { retryWhileStoreIsDown } from '../lifecycle/retry-while-store-is-down.ts';
import type { Session } from '../session/session.ts';
import type { AttemptStore } from '../storage/port/store.ts';
import type { MatchResult } from './matcher.ts';

export interface AttemptsOptions {
  readonly store: AttemptStore;
  readonly clock: Clock;
  /** The key of the hashes of stored templates. */
  readonly secret: () => Promise<KeyObject>;
  readonly onError: (error: unknown, sessionId: string) => void;
}

/** A later count leaves too little time for the lookup and the comparison. */
const COUNT_WITHIN_MS = 5000;

/**
 * Limits the verifications against one stored template that do not match within an hour. Counts one before the comparison and returns how to
 * take it back, or undefined if the limit is reached. If the process dies or the store's answer is lost, the attempt stays counted for an hour.
 */
export const attemptCounter =
  ({ store, clock, secret, onError }: AttemptsOptions) =>
  async (session: Session, merchant: Merchant, features: string): Promise<(() => Promise<void>) | undefined> => {
    const limit = merchant.attemptsPerHour;
    if (limit === 0) return async () => {};
    const now = clock.now();
    // A keyed hash, which identifies no template.
    const keyOf = async (): Promise<string> =>
      createHmac('sha256', await secret())
        .update(features)
        .digest('base64url');
    const counted = await retryWhileStoreIsDown({ clock, forMs: COUNT_WITHIN_MS }, async () =>
      store.count(await keyOf(), limit, now - LIMITS.attemptsWindowMs, now),
    );
    if (counted === undefined) return undefined;
    // An attempt that stays counted by mistake leaves within the hour: the verification keeps its outcome.
    return () => store.takeBack(counted).catch((error: unknown) => onError(error, session.id));
  };

/** A comparison that did not match counts, and so does another device. What cannot be compared counts for nothing. */
export const countsAsAttempt = (result: MatchResult): boolean =>
  'failure' in result ? result.failure === 'device_not_recognized' : !result.matched;
