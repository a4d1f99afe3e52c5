import { collectDefaultMetrics } from 'prom-client';
import type { CertificateLife } from '../runtime/certificate-life.ts';
import type { Use } from '../runtime/shares.ts';
import { MAX_MERCHANT_LABELS, MetricTable, type Resource } from './metric-table.ts';

export interface MetricsText {
  readonly contentType: string;
  readonly body: string;
}

export interface EndedRequest {
  readonly id: string;
  readonly address: string;
  /** The caller, after authentication. */
  readonly who: { readonly merchantId?: string; readonly clientId?: string; readonly sessionId?: string } | undefined;
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
  readonly code?: string | undefined;
  /** The name of the refused field. */
  readonly field?: string | undefined;
  /** The cause of a 503. */
  readonly why?: string | undefined;
}

const OTHER_MERCHANTS = 'other';

const OUTAGE_SHOWN_MS = 3000;

export class Metrics extends MetricTable {
  readonly #merchants = new Set<string>();
  readonly #bioCertificates = new Map<string, CertificateLife>();
  readonly #reads: (() => void)[] = [];
  #outage = { at: -Infinity, message: '' };

  constructor({ version, environment }: { version: string; environment: string }) {
    super();
    this.gauge('authly_info', ['version', 'environment'], 'Always 1.').set({ version, environment }, 1);
    collectDefaultMetrics({ register: this.registry });
  }

  storeFailed({ reason, message }: Error & { readonly reason: string }): void {
    this.storeErrors.inc({ reason });
    this.#outage = { at: performance.now(), message };
  }

  /** `/readyz` shows it: the database may answer reads while it takes no writes. */
  get recentOutage(): string[] {
    return performance.now() - this.#outage.at < OUTAGE_SHOWN_MS ? [`calls failed: ${this.#outage.message}`] : [];
  }

  /** Counts from zero for each share of a limit. */
  refusals(limit: string, shares: object): (share: string) => void {
    for (const share of Object.keys(shares)) this.refused.inc({ limit, share }, 0);
    return (share) => this.refused.inc({ limit, share });
  }

  /** Runs before each scrape. */
  onScrape(read: () => void): void {
    this.#reads.push(read);
  }

  capacity(resource: Resource, read: () => Use): void {
    this.onScrape(() => {
      const { used, limit, waiting } = read();
      this.used.set({ resource }, used);
      this.limit.set({ resource }, limit);
      if (waiting !== undefined) this.waiting.set({ resource }, waiting);
    });
  }

  requestBegan(): void {
    this.inFlight.inc();
  }

  requestEnded({ route, method, status, seconds, code, why }: EndedRequest): void {
    this.inFlight.dec();
    this.requests.observe({ route, method, status }, seconds);
    if (code !== undefined) this.errors.inc({ route, code });
    if (why !== undefined) this.unavailable.inc({ why });
  }

  bioAttempted(merchantId: string, end: string, seconds: number): void {
    const merchant = this.#merchantLabel(merchantId);
    this.bioAttempts.inc({ merchant, end });
    this.bioAttemptTimes.observe({ merchant }, seconds);
  }

  bioCertificateSeen(merchantId: string, life: CertificateLife): void {
    const merchant = this.#merchantLabel(merchantId);
    this.#bioCertificates.set(merchantId, life);
    const others = [...this.#bioCertificates].filter(([id]) => !this.#merchants.has(id)).map(([, other]) => other);
    const lives = merchant === merchantId ? [life] : others;
    this.bioCertificateExpiry.set({ merchant }, Math.min(...lives.map(({ until }) => until)) / 1000);
    this.bioCertificateLate.set({ merchant }, Math.min(...lives.map(({ lateAt }) => lateAt)) / 1000);
  }

  webhookAttempted(merchantId: string, end: string, seconds: number): void {
    this.webhooks.observe({ merchant: this.#merchantLabel(merchantId), end }, seconds);
  }

  webhookDisabled(merchantId: string): void {
    this.webhooksDisabled.inc({ merchant: this.#merchantLabel(merchantId) });
  }

  async text(): Promise<MetricsText> {
    for (const read of this.#reads) read();
    return { contentType: this.registry.contentType, body: await this.registry.metrics() };
  }

  #merchantLabel(id: string): string {
    if (this.#merchants.size < MAX_MERCHANT_LABELS) this.#merchants.add(id);
    return this.#merchants.has(id) ? id : OTHER_MERCHANTS;
  }
}
