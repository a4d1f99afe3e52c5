import assert from 'node:assert/strict';
import type { ClaimResponse } from '../../../packages/contract/src/operations/claim-session.ts';
import { AppSide } from '../../../apps/service/test/app-side.ts';
import { lookIfDue } from '../../../apps/service/test/look-if-due.ts';
import { ENROLLMENTS, MerchantCalls, VERIFICATIONS } from '../../../apps/service/test/merchant-calls.ts';
import { PageSide, type EventStream } from '../../../apps/service/test/page-side.ts';
import type { TestAnswer, TestService } from '../../../apps/service/test/running-service.ts';
import type { SdkMerchant } from '../../../apps/service/test/sdk-merchant.ts';
import { LEASE_MS } from '../../../apps/service/src/webhooks/deliveries.ts';
import type { TestClock } from '../../../apps/service/test/test-clock.ts';
import { Everywhere } from '../explore/everywhere.ts';
import { until } from '../explore/until.ts';
import type { Deployment } from './deployment.ts';
import { isFinal, LIFETIME_MS, type Mode, type Model, type Session } from './model.ts';

/** A session as its merchant, page and app know it. */
export interface Known {
  readonly created: { readonly session_id: string; readonly popup_url: string };
  link?: string;
  joined?: ClaimResponse;
}

interface Waiting {
  readonly session: number;
  readonly status: string;
  readonly answer: Promise<string>;
  hasAnswered: boolean;
}

const TOKEN_MS = 500_000;

/** A merchant with users, pages and phones, at one deployment. */
export class Shop {
  readonly at: Deployment;
  readonly merchant: SdkMerchant;
  readonly other: MerchantCalls;
  readonly sessions: Known[] = [];
  waiting: Waiting[] = [];
  readonly #streams = new Map<number, { readonly stream: EventStream; heard?: string }>();
  readonly #model: Model;
  #tokensAt: number;
  #renewed: Promise<void> | undefined;

  private constructor(at: Deployment, merchant: SdkMerchant, other: MerchantCalls, model: Model) {
    this.at = at;
    this.merchant = merchant;
    this.other = other;
    this.#model = model;
    this.#tokensAt = model.now;
  }

  static async open(at: Deployment, model: Model): Promise<Shop> {
    const merchant = await at.shop({ sessionLifetimeS: LIFETIME_MS / 1000, ...settingsOf(model) });
    return new Shop(at, merchant, await MerchantCalls.of(at.service(0)), model);
  }

  get name(): string {
    return this.at.name;
  }

  changeSettings(model: Model): Promise<unknown> {
    return this.at.service(0).service.store.merchants.update(this.merchant.calls.merchantId, settingsOf(model));
  }

  async create(process: number, mode: Mode, body: object, key: string | undefined): Promise<TestAnswer> {
    const { calls } = this.merchant;
    const token = await this.#token(calls);
    const path = mode === 'enroll' ? ENROLLMENTS : VERIFICATIONS;
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return this.at.service(process).post(path, token, { ...calls.verification(), ...body }, headers);
  }

  async result(process: number, number: number, user: number, query = ''): Promise<TestAnswer> {
    const token = await this.#token(this.merchant.calls);
    const path = `/v1/sessions/${this.idOf(number)}/result?merchant_user_ref=${userRef(user)}${query}`;
    return this.at.service(process).get(path, token);
  }

  async cancel(process: number, number: number, user: number): Promise<TestAnswer> {
    const { calls } = this.merchant;
    const token = await this.#token(calls);
    const body = { merchant_id: calls.merchantId, merchant_user_ref: userRef(user) };
    return this.at.service(process).post(`/v1/sessions/${this.idOf(number)}/cancel`, token, body);
  }

  async asOther(process: number, number: number): Promise<TestAnswer> {
    const path = `/v1/sessions/${this.idOf(number)}/result?merchant_user_ref=${userRef(0)}`;
    return this.at.service(process).get(path, await this.#token(this.other));
  }

  idOf(number: number): string {
    return this.sessions[number]!.created.session_id;
  }

  page(process: number, number: number): PageSide {
    const page = new PageSide(this.at.service(process), this.sessions[number]!.created);
    page.cookie = this.at.browser;
    return page;
  }

  app(process: number, number: number): AppSide {
    return new AppSide(this.at.service(process), this.sessions[number]!.joined!);
  }

  /** A long poll. */
  async wait(process: number, number: number, { user, status }: Session): Promise<void> {
    const service = this.at.service(process);
    const before = await service.open('long_polls');
    const answer = this.result(process, number, user, '&wait=20').then(short);
    const waiting: Waiting = { session: number, status, answer, hasAnswered: false };
    void answer.then(() => (waiting.hasAnswered = true));
    this.waiting.push(waiting);
    await until('the call to wait', async () => waiting.hasAnswered || (await service.open('long_polls')) > before);
  }

  /** The events of a page. A page that listens again hangs up first. */
  async listen(process: number, number: number): Promise<void> {
    await this.#streams.get(number)?.stream.leave();
    this.#streams.set(number, { stream: await this.page(process, number).events() });
  }

  /** A page gets each status of its session. */
  async requireHeard(model: Model): Promise<void> {
    for (const [number, listening] of this.#streams) {
      const { status } = model.sessions[number]!;
      while (listening.heard !== status) {
        const block = await listening.stream.block();
        assert.ok(block, `${this.name}: the page of session ${number} does not hear ${status}`);
        listening.heard = /"status":"(\w+)"/.exec(block)?.[1] ?? listening.heard!;
      }
    }
  }

  async hangUp(): Promise<void> {
    await Promise.all([...this.#streams.values()].map(({ stream }) => stream.leave()));
    this.#streams.clear();
  }

  /** A long poll ends when its session changes. */
  async requireAnswered(model: Model): Promise<void> {
    for (const { session, status, answer } of this.waiting.filter((each) => !each.hasAnswered))
      if (model.sessions[session]!.status !== status) assert.match(await answer, /^200/, `${this.name}: a long poll`);
  }

  async requireResults(process: number, model: Model): Promise<void> {
    for (const [number, session] of model.sessions.entries()) {
      const { status, json } = await this.result(process, number, session.user);
      const { enrolled, matched } = json.result ?? {};
      const found = [status, json.status, json.failure_code, enrolled, matched];
      const isEnrolled = session.mode === 'enroll' && session.status === 'succeeded' ? true : undefined;
      const expected = [200, session.status, session.failure, isEnrolled, session.matched];
      assert.deepEqual(found, expected, `${this.name}: the result of session ${number}`);
    }
  }

  /** Every session that has ended has one event, more only if a process could not note that it was delivered. */
  async requireEvents(model: Model, clock: TestClock): Promise<void> {
    const events = (): Map<string, number> =>
      this.at.events(new Set(this.sessions.map(({ created }) => created.session_id)));
    const ended = (): string[] => this.sessions.flatMap((_, i) => (isFinal(model.sessions[i]!) ? [this.idOf(i)] : []));
    // Sweepers end the sessions whose time is over.
    clock.move(2000);
    await until(`${this.name} to send the events`, async () => {
      await lookIfDue(this.at.service(0), this.merchant.calls.merchantId);
      // A process that lost its database leaves leases.
      if (model.mayRepeatEvents) clock.move(1000);
      model.pass(clock.now() - model.now);
      return ended().every((id) => events().has(id));
    });
    for (const [id, count] of events()) {
      assert.ok(ended().includes(id), `${this.name}: an event of a session that has not ended`);
      if (!model.mayRepeatEvents) assert.equal(count, 1, `${this.name}: the event of ${id}`);
    }
  }

  async close(): Promise<void> {
    await this.hangUp();
    await Promise.all(this.waiting.map(({ answer }) => answer));
    await this.merchant.stop();
  }

  /** A token ends after ten minutes. */
  async #token(calls: MerchantCalls): Promise<string> {
    if (this.#model.now - this.#tokensAt > TOKEN_MS) {
      this.#tokensAt = this.#model.now;
      this.#renewed = this.#renew();
    }
    await this.#renewed;
    return calls.token;
  }

  async #renew(): Promise<void> {
    for (const each of [this.merchant.calls, this.other]) each.token = await this.at.service(0).token(each.client);
  }
}

const settingsOf = ({ settings: { attempts, binding, createPerMerchant, createPerUser } }: Model) => ({
  attemptsPerHour: attempts,
  deviceBinding: binding,
  rateLimits: { createPerMerchant, createPerUserRef: createPerUser },
});

const WAIT_MS = 25_000;

/** A shop at each deployment. */
export class Shops extends Everywhere<Shop> {
  readonly clock: TestClock;

  constructor(clock: TestClock, shops: readonly Shop[]) {
    super(shops);
    this.clock = clock;
  }

  async all(work: (shop: Shop) => Promise<unknown>): Promise<void> {
    await this.each(work);
  }

  /** Waits that nothing ends. */
  async endWaits(model: Model): Promise<void> {
    await this.each((shop) => shop.hangUp());
    if (this.places.every(({ waiting }) => waiting.length === 0)) return;
    this.pass(model, WAIT_MS);
    await this.each((shop) => Promise.all(shop.waiting.splice(0).map(({ answer }) => answer)));
  }

  pass(model: Model, ms: number): void {
    // The lease of a delivery in progress may have run out.
    model.mayRepeatEvents ||= ms >= LEASE_MS;
    this.clock.move(ms);
    model.pass(ms);
  }
}

export const userRef = (user: number): string => `planted-user-${user}`;

/** Status, and the error code or the session's status. */
export const short = ({ status, json }: TestAnswer): string =>
  `${status} ${(json.error?.code ?? json.status ?? '') as string}`.trim();

/** What a process has in use, by resource. */
export async function inUse(service: TestService): Promise<Map<string, number>> {
  const { text } = await service.ops('/metrics');
  const found = [...text.matchAll(/^authly_capacity_used\{resource="(\w+)"\} (\d+)$/gm)];
  return new Map(found.map(([, resource, used]) => [resource!, Number(used)]));
}
