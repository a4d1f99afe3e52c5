import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import type { BioApi } from '../bio-api/client.ts';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../observability/log.ts';
import { currentRequestId } from '../observability/request-id.ts';
import type { Session } from '../session/session.ts';
import type { Store } from '../storage/store.ts';
import { CountedAttempts, NOT_COUNTED, type Attempts } from './attempts.ts';
import type { CaptureTypes } from './biometric-type.ts';
import { Capture, type CaptureKeys, type MatcherOf } from './capture.ts';
import type { Matcher } from './matcher.ts';
import { SandboxApp } from '../sandbox/simulated-app.ts';

interface OpenCaptureOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly store: Store;
  readonly bio: BioApi;
  readonly types: CaptureTypes;
  readonly matcherOf: (type: string) => Matcher;
  readonly log: Logger;
  readonly keys: CaptureKeys & { captureSeal(session: Session): Promise<ClaimSeal> };
  /** The key of the hashes that user refs and fingers are known by. */
  readonly attemptsKey: Uint8Array;
}

export interface Captures {
  readonly capture: Capture;
  /** Present only in the environment `test`. */
  readonly sandboxApp: SandboxApp | undefined;
}

/** What processes captures, and in a sandbox also what makes them up. */
export function openCapture(options: OpenCaptureOptions): Captures {
  const { config, clock, store, bio, types, matcherOf, log, keys, attemptsKey: key } = options;
  const { sessions } = store;
  const onError = (error: unknown, sessionId: string): void =>
    log.error({ err: error, request_id: currentRequestId(), session_id: sessionId }, 'capture failed');
  const captureWith = (chosen: MatcherOf, attempts: Attempts): Capture =>
    new Capture({ sessions, clock, bio, types, matcherOf: chosen, attempts, keys, onError });
  const sandboxApp = (): SandboxApp =>
    new SandboxApp({
      sessions,
      clock,
      types,
      matcherOf,
      captureWith: (matcher) => captureWith(() => matcher, NOT_COUNTED),
      sealOf: (session) => keys.captureSeal(session),
      findMerchant: (id) => store.merchants.find(id),
      onError,
    });
  return {
    capture: captureWith(matcherOf, new CountedAttempts({ store: store.attempts, clock, key, onError })),
    sandboxApp: config.environment === 'test' ? sandboxApp() : undefined,
  };
}
