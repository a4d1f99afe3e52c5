import { systemClock, type Clock, type ClockWatch } from '../runtime/clock.ts';
import { VERSION } from '../runtime/version.ts';
import type { Config } from '../config/config.ts';
import { openCertificate, type Certificate } from '../http/certificate.ts';
import { refuseMovedClock } from '../lifecycle/clock-offset.ts';
import { watchClock } from '../lifecycle/clock-watch.ts';
import type { Observability } from '../observability/observability.ts';
import type * as SandboxSteps from '../sandbox/sandbox-steps.ts';
import type { Store } from '../storage/port/store.ts';
import type { ServiceOptions } from './service-options.ts';
import { startObservability } from './service-observability.ts';
import { openTracedStore } from './service-store.ts';

/** What every later step of a start uses. */
export interface Foundation extends Observability {
  readonly config: Config;
  readonly store: Store;
  /** Production loads none of its code. */
  readonly sandbox: typeof SandboxSteps | undefined;
  readonly clock: Clock;
  readonly deadlineClock: Clock;
  readonly certificate: Certificate;
  readonly watch: ClockWatch;
  /** Logs an error of work in the background. */
  readonly warn: (what: string) => (error: unknown) => void;
}

export async function openFoundation(
  { config, logTo, deadlineClock = systemClock, ...options }: ServiceOptions,
  opened: AsyncDisposableStack,
): Promise<Foundation> {
  const { log, metrics, tracer } = await startObservability(config, { logTo, deadlineClock }, opened);
  const warn: Foundation['warn'] = (what) => (error) => log.warn({ err: error }, what);
  const store = await openTracedStore(config, { log, metrics, tracer }, opened);
  const sandbox = config.environment === 'test' ? await import('../sandbox/sandbox-steps.ts') : undefined;
  if (sandbox === undefined) await refuseMovedClock(store.settings);
  const virtual = () => sandbox?.startVirtualClock(store.settings, warn('virtual clock not read'), opened);
  const clock = options.clock ?? (await virtual()) ?? systemClock;
  const certificate = openCertificate(config, { clock: deadlineClock, log, metrics }, opened);
  const watch = await watchClock(
    {
      store,
      clock,
      version: VERSION,
      certificate,
      onClockOffset: (ms) => metrics.clockOffset.set(ms / 1000),
      onError: warn('clock'),
    },
    opened,
  );
  return { config, log, metrics, tracer, store, sandbox, clock, deadlineClock, certificate, watch, warn };
}
