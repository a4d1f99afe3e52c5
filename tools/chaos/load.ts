import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { operationPath } from '@authly/contract/operation-path';
import { OPERATIONS } from '@authly/contract/operations';
import { anyCapture } from '../../apps/service/test/app-side.ts';
import type { Deployment } from './deployment.ts';
import type { Acknowledged, Ledger } from './ledger.ts';
import { cancel, create, parsed } from './merchant.ts';
import type { Answer, Service } from './service.ts';

const WORKERS = 6;

/** Creates sessions until it is stopped: some are replayed, some canceled, some captured, some left alone. */
export class Load {
  readonly #deployment: Deployment;
  readonly #ledger: Ledger;
  readonly #random: () => number;
  readonly #token: string;
  readonly #workers: Promise<void>[];
  readonly #capture = anyCapture();
  #stopped = false;

  constructor(deployment: Deployment, ledger: Ledger, token: string, random: () => number) {
    this.#deployment = deployment;
    this.#ledger = ledger;
    this.#token = token;
    this.#random = random;
    this.#workers = Array.from({ length: WORKERS }, () => this.#work());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      const key = randomUUID();
      const [service, other] = this.#two();
      const created = this.#noted(await create(service, this.#deployment, this.#token, key));
      if (created?.status !== 201) {
        await pause(20);
        continue;
      }
      const { session_id: sessionId, popup_url: popupUrl } = parsed<{ session_id: string; popup_url: string }>(created);
      const session = this.#ledger.add({
        deployment: this.#deployment,
        key,
        created: created.text,
        sessionId,
        hostedToken: popupUrl.split('#token=')[1]!,
      });
      await this.#life(session, service, other);
    }
  }

  async #life(session: Acknowledged, service: Service, other: Service): Promise<void> {
    const fate = this.#random();
    if (fate < 0.25) return this.#replay(session, service, other);
    if (fate < 0.4) return undefined;
    const opened = await this.#page(service, session, 'hostedOpened');
    if (opened?.status !== 200) return undefined;
    return fate < 0.7 ? this.#cancel(session, service, other) : this.#claim(session, service, other);
  }

  /** The same key on two processes at once is the same session. */
  async #replay({ key, created }: Acknowledged, ...services: [Service, Service]): Promise<void> {
    const again = await Promise.all(services.map((each) => create(each, this.#deployment, this.#token, key)));
    for (const answer of again)
      if (answer?.status === 201 && answer.text !== created) this.#ledger.lost('key', 'a replay was another session');
  }

  /** The merchant and the page cancel at once, on two processes. */
  async #cancel(session: Acknowledged, service: Service, other: Service): Promise<void> {
    const answers = await Promise.all([
      cancel(service, this.#deployment, this.#token, session),
      this.#page(other, session, 'hostedCancel'),
    ]);
    const winners = answers.filter((answer) => this.#noted(answer)?.status === 200).length;
    this.#ledger.race(winners);
    if (winners > 0) this.#ledger.ended(session, 'canceled');
  }

  /** Two apps scan the same link at once, on two processes; the one that wins captures. */
  async #claim(session: Acknowledged, service: Service, other: Service): Promise<void> {
    const link = await this.#page(service, session, 'hostedLink', '?via=button');
    if (link?.status !== 200) return;
    const linkToken = parsed<{ app_url: string }>(link).app_url.split('#link=')[1]!;
    const claims = await Promise.all(
      [service, other].map((each) =>
        each.call({
          method: 'POST',
          path: operationPath('claimSession'),
          body: { link_token: linkToken, app_nonce: randomUUID() },
        }),
      ),
    );
    const winners = claims.filter((answer) => this.#noted(answer)?.status === 200);
    this.#ledger.race(winners.length);
    if (winners[0] === undefined) return;
    const path = operationPath('appCallback', { session_id: session.sessionId });
    const { app_token: token } = parsed<{ app_token: string }>(winners[0]);
    const captured = this.#noted(await other.call({ method: 'POST', path, token, body: this.#capture }));
    if (captured?.status === 200 && parsed<{ status: string }>(captured).status === 'succeeded')
      this.#ledger.ended(session, 'succeeded');
  }

  #page(
    service: Service,
    { hostedToken }: Acknowledged,
    operation: 'hostedOpened' | 'hostedCancel' | 'hostedLink',
    query = '',
  ): Promise<Answer | undefined> {
    const { method } = OPERATIONS[operation];
    return service.call({ method, path: operationPath(operation) + query, token: hostedToken });
  }

  /** Two of the deployment's processes, in either order; the only one twice. */
  #two(): [Service, Service] {
    const { services } = this.#deployment;
    const first = Math.floor(this.#random() * services.length);
    return [services[first]!, services[(first + 1) % services.length]!];
  }

  #noted(answer: Answer | undefined): Answer | undefined {
    const { counts } = this.#ledger;
    if (answer === undefined) counts.unanswered++;
    else if (answer.status === 503 || answer.status === 429) counts.refused++;
    else if (answer.status >= 500) counts.failed++;
    return answer;
  }
}
