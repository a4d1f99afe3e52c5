import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoopbackServer } from '../../../apps/service/test/bio-merchant.ts';
import { TestService } from '../../../apps/service/test/running-service.ts';
import { SdkMerchant } from '../../../apps/service/test/sdk-merchant.ts';
import type { TestClock } from '../../../apps/service/test/test-clock.ts';
import { Network } from '../../../lab/chaos/network.ts';
import type { TestDatabase } from '../../postgres-server.ts';
import { until } from '../explore/until.ts';

/** Processes of one store. The first one stays; the others come and go. */
export class Deployment {
  readonly name: string;
  readonly services: TestService[] = [];
  readonly webhooks: LoopbackServer;
  readonly lines: string[] = [];
  /** One browser shows the pages of all sessions. */
  browser: string | undefined;
  /** A fault may leave something to later walks. */
  hadFault = false;
  readonly network: Network | undefined;
  readonly #clock: TestClock;
  readonly #database: TestDatabase | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'authly-walk-'));

  private constructor(clock: TestClock, webhooks: LoopbackServer, database?: TestDatabase, network?: Network) {
    this.name = database ? 'two processes on Postgres' : 'a process on SQLite';
    this.#clock = clock;
    this.#database = database;
    this.network = network;
    this.webhooks = webhooks;
  }

  static async start(clock: TestClock, database?: TestDatabase): Promise<Deployment> {
    const webhooks = await LoopbackServer.https((_request, response) => response.writeHead(200).end());
    const network = database && (await Network.to(Number(new URL(database.url).port)));
    const deployment = new Deployment(clock, webhooks, database, network);
    for (let process = 0; process < (database ? 2 : 1); process++) await deployment.#begin(process);
    return deployment;
  }

  service(process: number): TestService {
    return this.services[process % this.services.length]!;
  }

  async #begin(process: number): Promise<void> {
    const url = this.#database && new URL(this.#database.url);
    // The database is behind a network that can fail for the second process.
    if (url && process === 1) url.port = String(this.network!.port);
    const before = this.services[process];
    this.services[process] = await TestService.start({
      folder: this.#folder,
      databaseUrl: url?.href,
      clock: this.#clock,
      logTo: { write: (line) => void this.lines.push(line) },
      ...(before && { config: { port: before.service.ports.api } }),
    });
  }

  /** The last process ends and starts again. A killed one writes nothing more. */
  async restart(isKilled: boolean): Promise<void> {
    this.hadFault ||= isKilled;
    const last = this.services.length - 1;
    if (isKilled) this.network?.cut();
    await this.services[last]!.stop();
    this.network?.heal();
    await this.#begin(last);
  }

  /** Each database connection of the second process. */
  async cut(): Promise<void> {
    this.hadFault = true;
    this.network?.cut();
    this.network?.heal();
    await this.untilReady();
  }

  /** A page would hear a lost change only when time passes, so every process hears the others too. */
  async untilReady(): Promise<void> {
    for (const service of this.services)
      await until(`${this.name} to be ready`, async () => {
        const isReady = (await service.ops('/readyz')).status === 200;
        return isReady && (service.service.store.load?.().isHearing ?? true);
      });
  }

  /** A merchant with a Bio API and a webhook. */
  async shop(settings: Parameters<typeof SdkMerchant.start>[1]): Promise<SdkMerchant> {
    const first = this.services[0]!;
    const merchant = await SdkMerchant.start(first, settings);
    await first.addWebhook(merchant.calls.merchantId, this.webhooks);
    return merchant;
  }

  /** How often each session's event arrived. */
  events(sessionIds: ReadonlySet<string>): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { body } of this.webhooks.seen) {
      const { data } = JSON.parse(body.toString()) as { data: { session_id: string } };
      if (sessionIds.has(data.session_id)) counts.set(data.session_id, (counts.get(data.session_id) ?? 0) + 1);
    }
    return counts;
  }

  async stop(): Promise<void> {
    for (const service of this.services) await service.stop();
    await this.webhooks.close();
    this.network?.close();
    await this.#database?.drop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
