import { isFinal, type SessionStatus } from '@authly/contract/wire/states';
import { MERCHANT_ID, RunningShop } from '../../../apps/shop/test/running-shop.ts';
import { captured } from '../../../apps/service/test/app-side.ts';
import { PageSide } from '../../../apps/service/test/page-side.ts';
import { TestService } from '../../../apps/service/test/running-service.ts';
import { TestClock } from '../../../apps/service/test/test-clock.ts';
import { syntheticFinger } from '../../../apps/app/src/capture/synthetic-fingers.ts';
import { captureOf, templateOf } from '../../../packages/fingerprint/test/finger-captures.ts';
import { MERCHANT_NAME } from '../../journeys/hosted.ts';

/** What the service says of a session. */
export interface Truth {
  readonly status: SessionStatus;
  readonly failureCode: string | null;
  readonly isFinal: boolean;
  readonly text: string | null;
  /** What the merchant may take for done. */
  readonly isGood: boolean;
}

/** The service and the demo shop, with its Bio API, at this address. */
export class ShopWorld implements AsyncDisposable {
  readonly service: TestService;
  readonly shop: RunningShop;
  readonly #ends: AsyncDisposableStack;
  #customer = '';

  private constructor(service: TestService, shop: RunningShop, ends: AsyncDisposableStack) {
    this.service = service;
    this.shop = shop;
    this.#ends = ends;
  }

  static async open(origin: string): Promise<ShopWorld> {
    await using ends = new AsyncDisposableStack();
    const address = { baseUrl: origin, hostedUiUrl: `${origin}/hosted`, appUrl: `${origin}/app/` };
    const relyingParty = { id: new URL(origin).hostname, origins: [origin] };
    const service = await TestService.start({ clock: new TestClock(Date.now()), config: { ...address, relyingParty } });
    ends.defer(() => service.stop());
    const { clientId, clientSecret } = await service.addMerchant({ id: MERCHANT_ID, name: MERCHANT_NAME });
    const authly = { authlyBaseUrl: service.origin, clientId, clientSecret, certificatesIn: service.folder };
    const shop = await RunningShop.start(authly);
    ends.defer(() => shop.close());
    return new ShopWorld(service, shop, ends.move());
  }

  /** User A has a finger that the page's samples match, and nothing is out of the ordinary. */
  async begin(): Promise<void> {
    await this.bioApi(true);
    await this.binds('off');
    this.#customer = await this.shop.signedIn('A');
    const { json } = await this.shop.send('/api/me', { cookie: this.#customer });
    if (json['enrolled_finger'] === 'RI') return;
    const page = new PageSide(this.service, (await this.order('enroll')) as never);
    await page.opened();
    const captures = [0, 1, 2].map((impression) => captureOf(syntheticFinger('a', 'RI'), 900_000 + impression));
    await (await page.join()).callback(captured(templateOf(...captures)));
    await this.shop.send(`/api/sessions/${page.sessionId}`, { cookie: this.#customer });
  }

  /** A new session, as the shop's page gets it. It has none for a user without a finger who wants to pay. */
  async order(what: 'enroll' | 'pay'): Promise<{ session_id?: string; popup_url?: string }> {
    const { json } = await this.shop.send(`/api/${what}`, { body: {}, cookie: this.#customer });
    return json;
  }

  /** For a phone that scans the code of a page. */
  async code(hostedToken: string): Promise<string | undefined> {
    return (await this.service.get('/hosted/v1/link?via=qr', hostedToken)).json.app_url as string | undefined;
  }

  async joinNumber(hostedToken: string): Promise<string | undefined> {
    return (await this.service.get('/hosted/v1/session', hostedToken)).json.match_code as string | undefined;
  }

  async truth(sessionId: string): Promise<Truth | undefined> {
    const session = await this.service.service.store.sessions.find(sessionId);
    if (session === undefined) return undefined;
    const { status, failureCode, displayText: text, outcome } = session;
    return {
      status,
      failureCode,
      text,
      isFinal: isFinal(status),
      isGood: status === 'succeeded' && outcome?.matched !== false,
    };
  }

  async bioApi(isUp: boolean): Promise<void> {
    const bioBaseUrl = isUp ? `${this.shop.url}/bio` : 'https://localhost:1/bio';
    await this.#set({ bioBaseUrl, bioCaPem: this.shop.ca });
  }

  async binds(deviceBinding: 'off' | 'offered' | 'required'): Promise<void> {
    await this.#set({ deviceBinding });
  }

  async #set(change: Parameters<TestService['service']['store']['merchants']['update']>[1]): Promise<void> {
    await this.service.service.store.merchants.update(MERCHANT_ID, change);
    // Past the time that merchants are cached.
    this.service.clock.move(1000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync();
  }
}
