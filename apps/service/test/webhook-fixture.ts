import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutboundConnections } from '../src/outbound/connections.ts';
import { createLog } from '../src/observability/log.ts';
import { openStore } from '../src/storage/open-store.ts';
import type { Store } from '../src/storage/port/store.ts';
import { NOW, sampleMerchant, walked } from '../src/storage/test/samples.ts';
import { Deliveries } from '../src/webhooks/deliveries.ts';
import { newWebhookSecret } from '../src/webhooks/secret.ts';
import { LoopbackServer, type SeenRequest } from './bio-merchant.ts';
import { masterKeyOf } from './memory-keys.ts';
import { TestClock } from './test-clock.ts';

const environment = 'test';
const master = masterKeyOf(1);

/** A delivering process with its own store. */
export interface Deliverer {
  readonly deliveries: Deliveries;
  readonly stop: () => Promise<void>;
  readonly attempts: string[];
  /** Like kill −9: no delivery in progress is reported. */
  readonly kill: () => Promise<void>;
}

/** A store, merchants with webhooks, and delivering processes, on a clock that a test moves. */
export class WebhookFixture {
  readonly clock = new TestClock(NOW);
  readonly deadlineClock = new TestClock();
  readonly folder: string;
  readonly store: Store;
  readonly lines: string[] = [];
  readonly #ends: (() => Promise<void>)[] = [];
  readonly #live = new Set<() => number>();

  private constructor(folder: string, store: Store) {
    this.folder = folder;
    this.store = store;
  }

  static async make(): Promise<WebhookFixture> {
    const folder = mkdtempSync(join(tmpdir(), 'authly-webhooks-'));
    return new WebhookFixture(folder, await openStore({ dataDir: folder, environment }));
  }

  /** Adds a merchant whose server responds like this. Returns its secret. */
  async merchant(
    id: string,
    answer: (response: ServerResponse, request: SeenRequest) => void,
    path = '/hooks/authly',
  ): Promise<{ secret: string; server: LoopbackServer }> {
    const server = await LoopbackServer.https((request, response) => answer(response, request));
    this.#ends.push(() => server.close());
    const { text, secret } = newWebhookSecret({ environment, master, merchantId: id }, NOW);
    await this.store.merchants.add(sampleMerchant({ id }));
    const url = server.url + path;
    await this.store.webhooks.add({ merchantId: id, url, caPem: server.ca, secrets: [secret], createdAt: NOW });
    return { secret: text, server };
  }

  async ended(merchantId: string): Promise<string> {
    const fields = { merchantId, createdAt: this.clock.now(), mode: 'enroll' as const };
    return (await walked(this.store, [{ event: 'open' }, { event: 'cancel' }], fields)).id;
  }

  async deliverer(): Promise<Deliverer> {
    const store = await openStore({ dataDir: this.folder, environment });
    const attempts: string[] = [];
    let begun = 0;
    const lease: Store['webhooks']['lease'] = async (wanted) => {
      const leased = await store.webhooks.lease(wanted);
      begun += leased.length;
      return leased;
    };
    const connections = new OutboundConnections({ environment });
    const destination = { write: (line: string) => void this.lines.push(line) };
    const deliveries = new Deliveries({
      store: { ...store.webhooks, lease },
      clock: this.clock,
      deadlineClock: this.deadlineClock,
      log: createLog({ level: 'debug', secretFields: [], destination }),
      environment,
      master,
      connections,
      onAttempt: (merchantId, end) => attempts.push(`${merchantId} ${end}`),
    });
    let isOver = false;
    const underWay = (): number => begun - attempts.length;
    this.#live.add(underWay);
    const over = async (...ends: (() => Promise<void>)[]): Promise<void> => {
      if (isOver) return;
      isOver = true;
      this.#live.delete(underWay);
      for (const end of ends) await end();
    };
    const stop = (): Promise<void> =>
      over(
        () => deliveries.close(),
        () => store.close(),
      );
    const kill = (): Promise<void> =>
      over(
        () => store.close(),
        () => deliveries.close(),
      );
    this.#ends.push(stop);
    return { deliveries, attempts, stop, kill };
  }

  /** Waits until every process has scheduled its next poll of the outbox. */
  get isWaiting(): boolean {
    return this.clock.waiting === this.#live.size;
  }

  /** Waits until no running process has a delivery in progress. */
  get isQuiet(): boolean {
    return this.isWaiting && [...this.#live].every((underWay) => underWay() === 0);
  }

  async close(): Promise<void> {
    for (const end of this.#ends.toReversed()) await end();
    await this.store.close();
    rmSync(this.folder, { recursive: true });
  }
}
