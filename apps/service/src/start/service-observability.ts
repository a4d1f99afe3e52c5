import { SECRET_FIELDS } from '@authly/contract/catalogue/secret-fields';
import type { DestinationStream } from 'pino';
import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../config/config.ts';
import { VERSION } from '../runtime/version.ts';
import { countFromZero } from './count-from-zero.ts';
import type { Sweeping } from '../lifecycle/sweeper.ts';
import { calmLog } from '../observability/calm-log.ts';
import { openLog } from '../observability/log-destination.ts';
import { Metrics } from '../observability/metrics.ts';
import type { Observability } from '../observability/observability.ts';
import type { Tracer } from '../observability/tracer.ts';
import { StoreUnavailableError } from '../storage/port/store.ts';

interface ObservabilityOptions {
  /** The default is standard output. */
  readonly logTo: DestinationStream | undefined;
  readonly deadlineClock: Clock;
}

export async function startObservability(
  config: Pick<Config, 'environment' | 'logLevel' | 'tracing'>,
  { logTo, deadlineClock }: ObservabilityOptions,
  opened: AsyncDisposableStack,
): Promise<Observability> {
  const metrics = new Metrics({ version: VERSION, environment: config.environment });
  countFromZero(metrics);
  const onDropped = (lines: number): void => metrics.droppedLines.inc({ reason: 'full' }, lines);
  const written = openLog({ level: config.logLevel, secretFields: SECRET_FIELDS, logTo, onDropped }, opened);
  const log = calmLog(written, { isOutage, clock: deadlineClock });
  const tracer = await startTracer(config, { log, metrics }, opened);
  return { log, metrics, tracer };
}

export const sweptMetrics = (metrics: Metrics) =>
  ({
    onRetentionLag: (ms) => metrics.retentionLag.set(ms / 1000),
    onBackup: (at) => metrics.backup.set(at / 1000),
    onPartitionsMissing: (days) => metrics.partitionsMissing.set(days),
  }) satisfies Partial<Sweeping>;

const isOutage = (error: unknown): error is Error => error instanceof StoreUnavailableError;

const LOG_EVERY_MS = 60_000;

async function startTracer(
  { tracing: settings, environment }: Pick<Config, 'tracing' | 'environment'>,
  { log, metrics }: Omit<Observability, 'tracer'>,
  opened: AsyncDisposableStack,
): Promise<Tracer | undefined> {
  if (settings === undefined) return undefined;
  let unlogged = 0;
  let loggedAt = -Infinity;
  const onLost = (spans: number, reason: string): void => {
    metrics.lostSpans.inc(spans);
    unlogged += spans;
    const now = performance.now();
    if (now - loggedAt < LOG_EVERY_MS) return;
    loggedAt = now;
    log.warn({ spans: unlogged, reason }, 'trace spans lost');
    unlogged = 0;
  };
  // OpenTelemetry is loaded only for this.
  const { Tracer } = await import('../observability/tracer.ts');
  const tracer = new Tracer({ settings, version: VERSION, environment, onLost });
  return opened.adopt(tracer, (each) => each.close());
}
