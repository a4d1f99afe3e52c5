import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { HostedSession } from '@authly/contract/operations/hosted-session';
import { anyCapture, sealedFor } from '../../apps/service/test/app-side.ts';
import { parsed, type Answer } from '../fixture/call.ts';
import type { Deployment } from '../fixture/deployment.ts';
import type { Service } from '../fixture/service.ts';
import { cancel, claim, create, fromApp, fromPage, sessionOf } from '../fixture/session-calls.ts';
import type { Acknowledged, Ledger } from './ledger.ts';

const WORKERS = 6;

export interface Round {
  readonly deployment: Deployment;
  readonly ledger: Ledger;
  readonly token: string;
  readonly random: () => number;
}

/** Creates sessions until it is stopped: some are replayed, some canceled, some captured, some left alone. */
export class Load {
  readonly #round: Round;
  readonly #workers: Promise<void>[];
  readonly #capture = anyCapture();
  #stopped = false;

  constructor(round: Round) {
    this.#round = round;
    this.#workers = Array.from({ length: WORKERS }, () => this.#work());
    // `stop` throws the errors. Before that, an unhandled rejection would end the process without cleanup.
    for (const worker of this.#workers) worker.catch(() => {});
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    const { deployment, ledger, token } = this.#round;
    while (!this.#stopped) {
      const key = randomUUID();
      const [service, other] = this.#two();
      const created = this.#noted(await service.call(create(deployment.client, token, { key })));
      if (created?.status !== 201) {
        await pause(20);
        continue;
      }
      await this.#life(ledger.add({ deployment, ...sessionOf(key, created) }), service, other);
    }
  }

  async #life(session: Acknowledged, service: Service, other: Service): Promise<void> {
    const fate = this.#round.random();
    if (fate < 0.25) return this.#replay(session, service, other);
    if (fate < 0.4) return undefined;
    const opened = await service.call(fromPage(session, 'hostedOpened'));
    if (opened?.status !== 200) return undefined;
    return fate < 0.7 ? this.#cancel(session, service, other) : this.#claim(session, service, other);
  }

  /** The same key on two processes at once is the same session. */
  async #replay({ user: key, created }: Acknowledged, ...services: [Service, Service]): Promise<void> {
    const { deployment, ledger, token } = this.#round;
    const again = await Promise.all(services.map((each) => each.call(create(deployment.client, token, { key }))));
    for (const answer of again)
      if (answer?.status === 201 && answer.text !== created) ledger.lost('key', 'a replay was another session');
  }

  async #cancel(session: Acknowledged, service: Service, other: Service): Promise<void> {
    const { deployment, ledger, token } = this.#round;
    const answers = await Promise.all([
      service.call(cancel(deployment.client, token, session)),
      other.call(fromPage(session, 'hostedCancel')),
    ]);
    const winners = answers.filter((answer) => this.#noted(answer)?.status === 200).length;
    ledger.race(winners);
    if (winners > 0) ledger.ended(session, 'canceled');
  }

  /** Two apps scan the same link at once, on two processes; the one that wins captures. */
  async #claim(session: Acknowledged, service: Service, other: Service): Promise<void> {
    const link = await service.call(fromPage(session, 'hostedLink'));
    if (link?.status !== 200) return;
    const claims = await Promise.all([service, other].map((each) => each.call(claim(parsed(link)))));
    const winners = claims.filter((answer) => this.#noted(answer)?.status === 200);
    this.#round.ledger.race(winners.length);
    if (winners[0] === undefined) return;
    const { app_token: token, seal } = parsed<ClaimResponse>(winners[0]);
    // The app is on another device, so the user types the number of the page there.
    const page = await service.call(fromPage(session, 'hostedSession'));
    if (page?.status !== 200) return;
    await other.call(fromApp(session, 'appConfirm', token, { number: parsed<HostedSession>(page).match_code }));
    const sealed = await sealedFor(seal, this.#capture);
    const captured = this.#noted(await other.call(fromApp(session, 'appCallback', token, sealed)));
    if (captured?.status === 200 && parsed<{ status: string }>(captured).status === 'succeeded')
      this.#round.ledger.ended(session, 'succeeded');
  }

  /** Two processes of the deployment. A single process is returned twice. */
  #two(): [Service, Service] {
    const { deployment, random } = this.#round;
    const { services } = deployment;
    const first = Math.floor(random() * services.length);
    return [services[first]!, services[(first + 1) % services.length]!];
  }

  #noted(answer: Answer | undefined): Answer | undefined {
    const { counts } = this.#round.ledger;
    if (answer === undefined) counts.unanswered++;
    else if (answer.status === 503 || answer.status === 429) counts.refused++;
    else if (answer.status >= 500) counts.failed++;
    return answer;
  }
}
