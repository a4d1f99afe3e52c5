import { setTimeout as pause } from 'node:timers/promises';
import { deployBrief } from '../chaos/deployment.ts';
import { freshToken } from '../chaos/fresh-token.ts';
import type { Fixture } from '../fixture/fixture.ts';
import { Ledger } from '../chaos/ledger.ts';
import { Load } from '../chaos/load.ts';
import { lookAgain, timeToServe } from '../chaos/look-again.ts';
import type { Deployment, DeploymentOptions } from '../fixture/deployment.ts';
import type { Service } from '../fixture/service.ts';
import { generator } from '../random.ts';
import { within } from '../fixture/waiting.ts';

const LOAD_MS = 5000;

export class LoadedDeployment {
  readonly ledger = new Ledger();
  /** A rehearsal may add and remove processes while the load runs. */
  readonly services: Service[];
  readonly deployment: Deployment;
  token = '';
  #load: Load | undefined;

  private constructor(deployment: Deployment) {
    this.services = [...deployment.services];
    this.deployment = { ...deployment, services: this.services };
  }

  static async make(fixture: Fixture, options: DeploymentOptions): Promise<LoadedDeployment> {
    const loaded = new LoadedDeployment(await deployBrief(fixture, options));
    loaded.token = await freshToken(loaded.deployment);
    return loaded;
  }

  async startLoad(): Promise<void> {
    const { deployment, ledger } = this;
    this.token = await freshToken(deployment);
    this.#load = new Load({ deployment, ledger, token: this.token, random: generator(1) });
    await this.keepLoad();
  }

  keepLoad(ms = LOAD_MS): Promise<void> {
    return pause(ms);
  }

  timeToServe(services: readonly Service[] = this.services): Promise<number> {
    return timeToServe({ ...this.deployment, services }, this.token);
  }

  async restart(): Promise<void> {
    for (const service of this.services) {
      await service.end('SIGKILL');
      await service.start();
    }
  }

  async stopLoad(): Promise<void> {
    await within('the load to end', this.#load!.stop());
  }

  readAgain(): Promise<void> {
    return lookAgain(this.ledger.takeRound(), this.token, this.ledger);
  }

  get counts(): Record<string, string | number> {
    const { sessions, cancels, outcomes, refused, unanswered, failed } = this.ledger.counts;
    return {
      'acknowledged sessions, cancels, outcomes': `${sessions}, ${cancels}, ${outcomes}`,
      'of them lost': this.ledger.totalLost,
      'refused (503), no answer, failed (500) meanwhile': `${refused}, ${unanswered}, ${failed}`,
    };
  }
}
