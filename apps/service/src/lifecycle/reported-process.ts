import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { CertificateLife } from '../runtime/certificate-life.ts';
import { systemClock } from '../runtime/clock.ts';
import type { RunningProcess, Store } from '../storage/port/store.ts';

export const REPORT_EVERY_MS = 10_000;
/** A process that has not reported for longer does not run. */
export const SILENT_MS = 3 * REPORT_EVERY_MS;

interface ReportOptions {
  readonly store: Pick<Store, 'processes'>;
  readonly version: string;
  readonly certificate: { readonly life: CertificateLife | undefined };
}

/** This process in the list of running ones. */
export class ReportedProcess {
  readonly #options: ReportOptions;
  readonly #id = randomUUID();
  readonly #began = systemClock.elapsed();

  constructor(options: ReportOptions) {
    this.#options = options;
  }

  /** Returns the processes that run, with this one. */
  async report(clockAheadMs: number): Promise<readonly RunningProcess[]> {
    const { store, version, certificate } = this.#options;
    const seenAt = systemClock.now() - clockAheadMs;
    const startedAt = seenAt - Math.round(systemClock.elapsed() - this.#began);
    const { until: certificateUntil = null, lateAt: certificateLateAt = null } = certificate.life ?? {};
    const own = { id: this.#id, host: hostname(), pid: process.pid, version, certificateUntil, certificateLateAt };
    await store.processes.report({ ...own, clockAheadMs, startedAt, seenAt });
    return store.processes.list(seenAt - SILENT_MS);
  }

  remove(): Promise<void> {
    return this.#options.store.processes.remove(this.#id);
  }
}
