import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { operationPath } from '@authly/contract/wire/operation-path';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { HostedSession } from '@authly/contract/operations/hosted-session';
import { anyCapture, sealedFor } from '../../apps/service/test/app-side.ts';
import type { Deployment } from './deployment.ts';
import type { Acknowledged, Ledger } from './ledger.ts';
import { cancel, create, fromPage, parsed, sessionOf } from './merchant.ts';
import type { Answer, Service } from './service.ts';

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
      const created = this.#noted(await create(service, deployment, token, key));
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
    const opened = await fromPage(service, session, 'hostedOpened');
    if (opened?.status !== 200) return undefined;
    return fate < 0.7 ? this.#cancel(session, service, other) : this.#claim(session, service, other);
  }

  /** The same key on two processes at once is the same session. */
  async #replay({ key, created }: Acknowledged, ...services: [Service, Service]): Promise<void> {
    const { deployment, ledger, token } = this.#round;
    const again = await Promise.all(services.map((each) => create(each, deployment, token, key)));
    for (const answer of again)
      if (answer?.status === 201 && answer.text !== created) ledger.lost('key', 'a replay was another session');
  }

  async #cancel(session: Acknowledged, service: Service, other: Service): Promise<void> {
    const { deployment, ledger, token } = this.#round;
    const answers = await Promise.all([
      cancel(service, deployment, token, session),
      fromPage(other, session, 'hostedCancel'),
    ]);
    const winners = answers.filter((answer) => this.#noted(answer)?.status === 200).length;
    ledger.race(winners);
    if (winners > 0) ledger.ended(session, 'canceled');
  }

  /** Two apps scan the same link at once, on two processes; the one that wins captures. */
  async #claim(session: Acknowledged, service: Service, other: Service): Promise<void> {
    const link = await fromPage(service, session, 'hostedLink', '?via=button');
    if (link?.status !== 200) return;
    const linkToken = parsed<{ app_url: string }>(link).app_url.split('#link=')[1]!;
    const claim = { method: 'POST', path: operationPath('claimSession') } as const;
    const claims = await Promise.all(
      [service, other].map((each) => each.call({ ...claim, body: { link_token: linkToken, app_nonce: randomUUID() } })),
    );
    const winners = claims.filter((answer) => this.#noted(answer)?.status === 200);
    this.#round.ledger.race(winners.length);
    if (winners[0] === undefined) return;
    const { app_token: token, seal } = parsed<ClaimResponse>(winners[0]);
    const send = (operation: 'appConfirm' | 'appCallback', body: object): Promise<Answer | undefined> => {
      const path = operationPath(operation, { session_id: session.sessionId });
      return other.call({ method: 'POST', path, token, body });
    };
    // The app is on another device, so the user types the number of the page there.
    const page = await fromPage(service, session, 'hostedSession');
    if (page?.status !== 200) return;
    await send('appConfirm', { number: parsed<HostedSession>(page).match_code });
    const captured = this.#noted(await send('appCallback', await sealedFor(seal, this.#capture)));
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
