import { AsyncLocalStorage } from 'node:async_hooks';
import { SERVICE } from '../audit/entry.ts';
import type { Clock, ClockWatch } from '../runtime/clock.ts';
import type { Logger } from '../observability/log.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../merchants/webhook.ts';
import type { WebhookLease, WebhookStore } from '../storage/port/store.ts';
import { sessionFinal } from './message.ts';
import { isHopeless, nextAttempt } from './retry-plan.ts';
import { send, TIMEOUT_MS, type Sender, type Sent } from './send.ts';
import { Slots } from './slots.ts';

/** Finds events of other processes, retries, and events of a killed process. */
export const LOOK_EVERY_MS = 2000;
/** Sessions that end within this time are looked for together. */
const SOON_MS = 50;
/** Longer than a delivery attempt and its writes. */
export const LEASE_MS = TIMEOUT_MS + 45_000;

export interface DeliveriesOptions extends Sender {
  readonly store: WebhookStore;
  readonly clock: Clock;
  readonly watch?: ClockWatch;
  readonly log: Logger;
  readonly onAttempt?: (merchantId: string, end: 'delivered' | 'failed' | 'given_up', seconds: number) => void;
  readonly onDisabled?: (merchantId: string) => void;
  /** Called every few seconds. */
  readonly onOldestDue?: (waitedMs: number) => void;
}

/** Every process leases events from the outbox and delivers them. The leases of a dead process expire. */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #slots = new Slots();
  /** Deliveries do not belong to the request that ended the session, nor to its trace. */
  readonly #outsideOfRequests = AsyncLocalStorage.snapshot();
  readonly #running = new Set<Promise<void>>();
  #mustMeasure = true;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #stopped = false;
  #cancelTimer: () => void = () => {};
  #soon: NodeJS.Timeout | undefined;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
    this.#lookLater();
  }

  /** A session has ended, so its merchant may have an event. */
  ended(): void {
    const look = (): void => {
      this.#soon = undefined;
      void this.#wake();
    };
    // It only gathers calls, so it passes in real time, as the changes of a store do.
    this.#soon ??= this.#outsideOfRequests(() => setTimeout(look, SOON_MS));
  }

  /** Releases running deliveries, so that another process or the next start delivers them at once. */
  async close(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    clearTimeout(this.#soon);
    await this.#looking;
    this.#options.connections.close();
    await Promise.all(this.#running);
  }

  #lookLater(): void {
    this.#cancelTimer = this.#options.clock.after(LOOK_EVERY_MS, () => {
      this.#mustMeasure = true;
      void this.#wake().then(() => this.#stopped || this.#lookLater());
    });
  }

  /** Resolves when no event is due. */
  #wake(): Promise<void> {
    this.#lookAgain = true;
    return (this.#looking ??= this.#look()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'webhook deliveries not read'))
      .finally(() => {
        this.#looking = undefined;
        // A wake arrived after the last read.
        if (this.#lookAgain && !this.#stopped) void this.#wake();
      }));
  }

  /** Leases one event per merchant in turn, until nothing is due or no slot is free. So one merchant's backlog does not delay others. */
  async #look(): Promise<void> {
    const { store, clock } = this.#options;
    while (this.#lookAgain && !this.#stopped) {
      this.#lookAgain = false;
      this.#options.watch?.require();
      if (this.#mustMeasure) await this.#measure();
      if (this.#slots.free === 0) continue;
      const leased = await store.lease({ now: clock.now(), leaseMs: LEASE_MS, ...this.#slots.wanted() });
      for (const each of leased) this.#begin(each);
      if (leased.length > 0) this.#lookAgain = true;
    }
  }

  async #measure(): Promise<void> {
    const { store, clock, onOldestDue } = this.#options;
    const dueAt = await store.oldestDue();
    this.#mustMeasure = false;
    onOldestDue?.(dueAt === null ? 0 : Math.max(0, clock.now() - dueAt));
  }

  #begin({ delivery, isFailing }: WebhookLease): void {
    const leave = this.#slots.take(delivery.merchantId, isFailing);
    const running = this.#deliver(delivery)
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error, session_id: delivery.sessionId }, 'webhook delivery error'),
      )
      .finally(() => {
        leave();
        this.#running.delete(running);
        if (!this.#stopped) void this.#wake();
      });
    this.#running.add(running);
  }

  async #deliver(delivery: WebhookDelivery): Promise<void> {
    const { store, clock } = this.#options;
    const endpoint = await store.find(delivery.merchantId);
    if (endpoint === undefined) return;
    const sent = await send(this.#options, endpoint, sessionFinal(delivery), delivery.attempts);
    if (sent.delivered) {
      await store.delivered(delivery, clock.now(), sent);
      this.#tell(delivery, sent, 'delivered');
    } else if (this.#stopped) await store.release(delivery, clock.now());
    else await this.#failed(delivery, endpoint, sent);
  }

  async #failed(delivery: WebhookDelivery, endpoint: WebhookEndpoint, sent: Sent): Promise<void> {
    const { store, clock } = this.#options;
    const now = clock.now();
    const next = sent.gone ? null : nextAttempt(delivery, now);
    await store.failed(delivery, now, sent, next);
    this.#tell(delivery, sent, next === null ? 'given_up' : 'failed');
    if (sent.gone || isHopeless(delivery, next, endpoint.failingSince ?? now, now))
      await this.#disable(endpoint, sent, now);
  }

  async #disable({ merchantId, failingSince }: WebhookEndpoint, { gone, result }: Sent, at: number): Promise<void> {
    const { store, log, onDisabled } = this.#options;
    const detail = { result, failing_since: new Date(failingSince ?? at).toISOString() };
    const entry = { at, actor: SERVICE, action: 'webhook.disable', subject: merchantId, detail };
    if (!(await store.disable(merchantId, at, entry))) return;
    onDisabled?.(merchantId);
    const reason = gone ? 'it responded 410' : 'it failed for days';
    log.error({ merchant_id: merchantId, reason, ...detail }, 'webhook disabled');
  }

  #tell(
    { merchantId, sessionId, attempts }: WebhookDelivery,
    { result, ms, requestId }: Sent,
    end: 'delivered' | 'failed' | 'given_up',
  ): void {
    const { log, onAttempt } = this.#options;
    onAttempt?.(merchantId, end, ms / 1000);
    log[end === 'delivered' ? 'info' : 'warn'](
      { request_id: requestId, merchant_id: merchantId, session_id: sessionId, attempt: attempts, end, result, ms },
      'webhook',
    );
  }
}
