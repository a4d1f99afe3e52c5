import type { DestinationStream } from 'pino';
import type { CaptureTypes } from '../capture/biometric-type.ts';
import type { EngineThreads } from '../capture/engine-threads.ts';
import type { Config } from '../config/config.ts';
import type { Timeouts } from '../http/limits/timeouts.ts';
import type { PlainPages } from '../http/redirect-server.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Simulations } from '../sandbox/simulations.ts';
import type { TryIt } from '../sandbox/try-it/sandbox-caller.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly clock?: Clock;
  /** The deadlines of calls to merchants and matchers run on real time in a sandbox too. */
  readonly deadlineClock?: Clock;
  readonly logTo?: DestinationStream;
  readonly timeouts?: Partial<Timeouts>;
  /** New calls are rejected while the event loop is late by more than this. */
  readonly maxLoopDelayMs?: number;
  /** The default is the types of the contract. */
  readonly biometricTypes?: CaptureTypes;
  /** The simulated app's captures of further types. */
  readonly simulations?: Simulations;
  readonly tryIt?: TryIt;
  /** Pages that a phone opens before it trusts the sandbox's certificate. */
  readonly plainPages?: PlainPages;
  /** Engine threads that were started before. */
  readonly threads?: EngineThreads;
}
