import type { KeyAcceptance } from '../keys/key-record.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Observability } from '../observability/observability.ts';
import type { BioAttempt } from '../session/bio-attempt.ts';
import { acceptanceNotes } from './acceptance-notes.ts';
import { attemptNotes } from './attempt-notes.ts';
import { BioApi } from './client.ts';
import { OutboundConnections } from '../outbound/connections.ts';

export interface BioApiOptions extends Observability {
  readonly environment: Environment;
  readonly clock: Clock;
  /** The deadlines of calls use it. */
  readonly deadlineClock: Clock;
  readonly keys: Pick<KeyRing, 'signer'>;
  readonly noteAcceptance: (acceptance: KeyAcceptance) => Promise<void>;
  readonly noteAttempts: (sessionId: string, attempts: readonly BioAttempt[]) => Promise<void>;
  /** The sandbox can simulate an outage. */
  readonly isDown: ((merchantId: string) => Promise<boolean>) | undefined;
  readonly onAttempt: (merchantId: string, end: string, ms: number) => void;
}

export function openBioApi(options: BioApiOptions, opened: AsyncDisposableStack): BioApi {
  const { clock, log, metrics, onAttempt } = options;
  const connections = new OutboundConnections({
    environment: options.environment,
    onCertificate: (merchantId, life) => metrics.bioCertificateSeen(merchantId, life),
  });
  opened.defer(() => connections.close());
  const onError = (error: unknown): void => log.warn({ err: error }, 'key acceptance not saved');
  const takeAcceptance = acceptanceNotes({ note: options.noteAcceptance, clock, onError });
  const notes = attemptNotes({ note: options.noteAttempts, clock, log });
  opened.defer(async () => void (await notes.settled()));
  return new BioApi({
    keys: options.keys,
    connections,
    deadlineClock: options.deadlineClock,
    tracer: options.tracer,
    isDown: options.isDown,
    onCall(report) {
      metrics.bioCalls.inc({ call: report.call, end: report.failure ?? 'ok' });
      for (const { failure, ms } of report.attempts) {
        metrics.bioAttempted(report.merchantId, failure ?? 'ok', ms / 1000);
        onAttempt(report.merchantId, failure ?? 'ok', ms);
      }
      takeAcceptance(report);
      notes.take(report);
    },
  });
}
