import { app } from '../../packages/ui/test/words.ts';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createBioApi } from '@authly/merchant';
import { toNodeHandler } from '@authly/merchant/node';
import { memoryEnrollments, memoryNonces } from '@authly/merchant/stores/memory';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { syntheticFinger } from '../../apps/app/src/capture/synthetic-fingers.ts';
import { AppSide, captured } from '../../apps/service/test/app-side.ts';
import { makeCertificates, type Certificates } from '../../apps/service/test/bio-merchant.ts';
import { MerchantCalls } from '../../apps/service/test/merchant-calls.ts';
import { cookieOf } from '../../apps/service/test/page-side.ts';
import { TestService, type TestServiceOptions } from '../../apps/service/test/running-service.ts';
import { TestClock } from '../../apps/service/test/test-clock.ts';
import { templateOf, captureOf } from '../../packages/fingerprint/test/finger-captures.ts';
import { painted, picture, stopTime, TestBrowser, type TabOptions } from './browser.ts';
import { accessibilityFindings, COLORS, fits, fitsAtTwice, MERCHANT_NAME } from './hosted.ts';

export const MERCHANT_ID = 'm_nordlicht';
export const PHONE: TabOptions = {
  hasTouch: true,
  isMobile: true,
  viewport: { width: 390, height: 844 },
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36',
};
export const COMPUTER: TabOptions = {
  hasTouch: false,
  isMobile: false,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
};

export interface AppOptions extends TabOptions {
  readonly mode?: 'enroll' | 'verify';
  /** A link by QR needs the join check, one by button does not. */
  readonly via?: 'qr' | 'button';
  readonly userRef?: string;
  readonly finger?: string;
  readonly displayText?: string;
}

export interface AppLink {
  readonly appUrl: string;
  /** The cookie of the browser that shows the hosted page. Empty for a link by QR. */
  readonly cookie: string;
  readonly hostedToken: string;
  readonly sessionId: string;
  readonly userRef: string;
}

export interface OpenApp {
  readonly page: Page;
  readonly sessionId: string;
  readonly userRef: string;
  readonly confirm: () => Promise<void>;
  readonly cancel: () => Promise<void>;
}

interface AppFixtureOptions extends TestServiceOptions {
  readonly settings?: Parameters<TestService['addMerchant']>[0];
  /** Starts the service on a given store. */
  readonly start?: (options: TestServiceOptions) => Promise<TestService>;
}

const bioBaseUrlOf = (bio: Server): string => `https://localhost:${(bio.address() as AddressInfo).port}`;

/** The real service, a merchant with a real Bio API, and a browser with the app. */
export class AppFixture {
  readonly service: TestService;
  readonly merchant: MerchantCalls;
  readonly browser: TestBrowser;
  readonly bioBaseUrl: string;
  readonly #bio: Server;
  #users = 0;

  private constructor(service: TestService, merchant: MerchantCalls, browser: TestBrowser, bio: Server) {
    this.service = service;
    this.merchant = merchant;
    this.browser = browser;
    this.bioBaseUrl = bioBaseUrlOf(bio);
    this.#bio = bio;
  }

  static async start(
    moreFlags: readonly string[] = [],
    { settings, start = (options) => TestService.start(options), ...options }: AppFixtureOptions = {},
  ): Promise<AppFixture> {
    const service = await start({ clock: new TestClock(Date.now()), ...options });
    const certificates = await makeCertificates();
    const bio = await startBioApi(service, certificates);
    const bioBaseUrl = bioBaseUrlOf(bio);
    const merchant = await MerchantCalls.of(service, {
      id: MERCHANT_ID,
      name: MERCHANT_NAME,
      bioBaseUrl,
      bioCaPem: certificates.ca,
      ...settings,
    });
    const browser = await TestBrowser.start({ authly: service.service.ports.api, flags: moreFlags });
    return new AppFixture(service, merchant, browser, bio);
  }

  newUser(): string {
    return `user-${++this.#users}`;
  }

  /** A session with an open hosted page, and its link to the app. */
  async link({
    mode = 'enroll',
    via = 'button',
    userRef = this.newUser(),
    finger = 'RI',
    displayText: display_text,
  }: AppOptions = {}): Promise<AppLink> {
    await this.merchant.renew();
    const { json } = await (mode === 'enroll'
      ? this.merchant.enroll({ merchant_user_ref: userRef })
      : this.merchant.verify({ merchant_user_ref: userRef, payload: { finger }, display_text }));
    const hostedToken = new URL(json.popup_url as string).hash.replace('#token=', '');
    await this.service.post('/hosted/v1/opened', hostedToken, {});
    const link = await this.service.get(`/hosted/v1/link?via=${via}`, hostedToken);
    const cookie = cookieOf(link) ?? '';
    return { appUrl: link.json.app_url as string, cookie, hostedToken, sessionId: json.session_id as string, userRef };
  }

  async tab(link: AppLink, options: TabOptions = {}): Promise<Page> {
    const page = await this.browser.tab({ ...PHONE, ...options });
    await this.follow(page, link);
    return page;
  }

  /** Makes this the browser that shows the hosted page. */
  async follow(page: Page, { appUrl, cookie }: AppLink): Promise<void> {
    const [name = '', value = ''] = cookie.split('=');
    if (name === '') return;
    await page.context().addCookies([{ name, value, url: new URL(appUrl).origin, secure: true, sameSite: 'Strict' }]);
  }

  async open(options: AppOptions = {}): Promise<OpenApp> {
    const { mode: _mode, via: _via, userRef: _userRef, finger: _finger, displayText: _text, ...tab } = options;
    const link = await this.link(options);
    const { appUrl, hostedToken, sessionId, userRef } = link;
    const page = await this.tab(link, tab);
    await page.goto(appUrl);
    return {
      page,
      sessionId,
      userRef,
      confirm: async () => {
        const { json } = await this.service.get('/hosted/v1/session', hostedToken);
        await typeNumber(page, json.match_code as string);
      },
      cancel: async () => void (await this.service.post('/hosted/v1/cancel', hostedToken, {})),
    };
  }

  /** With changed fields in the claim's answer, such as an unknown type. */
  async openAs(said: object): Promise<{ page: Page; sessionId: string; userRef: string }> {
    const { appUrl, cookie, ...session } = await this.link();
    const page = await this.browser.tab(PHONE);
    await page.route('**/app/v1/claims', async (route) => {
      const body = route.request().postDataJSON() as object;
      const claim = (await this.service.post('/app/v1/claims', undefined, body, { cookie })).json;
      await route.fulfill({ json: { ...(claim as object), ...said } });
    });
    await page.goto(appUrl);
    return { page, ...session };
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies whose shape is what they assert
  async result(sessionId: string, userRef: string): Promise<any> {
    return (await (await this.merchant.renew()).result(sessionId, `merchant_user_ref=${userRef}`)).json;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
    this.#bio.closeAllConnections();
    this.#bio.close();
  }
}

/** The SDK's Bio API over TLS. */
async function startBioApi(service: TestService, { cert, key }: Certificates): Promise<Server> {
  const fetchKeys = async (url: string | URL | Request): Promise<Response> => {
    const { status, text } = await service.get(new URL(url instanceof Request ? url.url : url).pathname);
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  };
  const bioApi = createBioApi({
    merchantId: MERCHANT_ID,
    baseUrl: 'https://authly.test',
    fetch: fetchKeys,
    store: memoryEnrollments(),
    nonces: memoryNonces(),
  });
  const server = createServer({ cert, key }, toNodeHandler(bioApi));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** One fixture for the file. Complaints of a page fail the test. */
export function useAppFixture(
  flags: () => readonly string[] | Promise<readonly string[]> = () => [],
  options: AppFixtureOptions = {},
): () => AppFixture {
  let fixture: AppFixture | undefined;
  beforeAll(async () => {
    fixture = await AppFixture.start(await flags(), options);
  }, 180_000);
  afterEach(() => fixture?.browser.tidy());
  afterAll(() => fixture?.close());
  return () => fixture!;
}

export const typeNumber = (page: Page, number: string): Promise<void> =>
  page.locator('#number').pressSequentially(number);

export const wrongFor = (number: string): string => (number === '00' ? '10' : '00');

export async function agree(page: Page, finger?: string): Promise<void> {
  // A button of the app, or a link of the hosted page on a phone.
  await page.locator('.main', { hasText: 'Agree and continue' }).click();
  if (finger === undefined) return;
  await page.getByRole('radio', { name: finger }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Enrolls three captures of person A's synthetic right index finger without a page. Returns the user reference. */
export async function enroll(fixture: AppFixture, userRef = fixture.newUser()): Promise<string> {
  const { appUrl, cookie, sessionId } = await fixture.link({ userRef });
  const app = await AppSide.join(fixture.service, new URL(appUrl).hash.replace('#link=', ''), cookie);
  const touches = [0, 1, 2].map((impression) => captureOf(syntheticFinger('a', 'RI'), impression));
  await app.callback(captured(templateOf(...touches)));
  await expect.poll(() => fixture.result(sessionId, userRef)).toMatchObject({ status: 'succeeded' });
  return userRef;
}

export async function press(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(?:Take one capture|Capture again)$/ }).click();
  await page.locator('.sheet[data-screen="review"]').waitFor();
}

/** Stops the countdown of a good capture. Time stands still meanwhile. */
export async function pressAndHold(page: Page, counting = async (): Promise<void> => {}): Promise<void> {
  await stopTime(page);
  await press(page);
  await counting();
  await page.getByRole('button', { name: app.en.review_hold }).click();
  await page.clock.resume();
}

/** An enrollment by synthetic fingers. Good captures are accepted automatically, the last one is sent by the user. */
export async function captureThree(page: Page): Promise<void> {
  for (const next of [2, 3]) {
    await press(page);
    await page.getByText(`Capture ${next} of 3`).waitFor();
  }
  await press(page);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** The countdown of a verification may be faster. */
export async function send(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Send', exact: true })
    .click()
    .catch(async (error: unknown) => {
      if ((await page.locator('.sheet[data-screen="review"]').count()) > 0) throw error;
    });
}

const SMALL_PHONE = { width: 360, height: 640 };
const LOOKS = [
  { name: 'phone', colorScheme: 'light', width: 390, height: 844 },
  { name: 'small, dark', colorScheme: 'dark', width: 360, height: 640 },
] as const;

/**
 * Takes pictures on a phone and on a small dark one. Everything must fit, also at double text size, and axe must find
 * nothing. Dark mode changes colors only.
 */
export async function see(page: Page, title: string): Promise<void> {
  for (const { name, colorScheme, width, height } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await painted(page);
    await picture(page, `app/${title}, ${name}`, { fullPage: true });
    await fits(page);
    expect(await accessibilityFindings(page, colorScheme === 'dark' ? { rules: COLORS } : {})).toEqual([]);
  }
  await fitsAtTwice(page, SMALL_PHONE);
  await page.setViewportSize(PHONE.viewport!);
}
