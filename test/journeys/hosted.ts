import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FailureCode } from '@authly/contract/wire/failure-codes';
import type { SessionStatus } from '@authly/contract/wire/states';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { MerchantCalls } from '../../apps/service/test/merchant-calls.ts';
import { TestService } from '../../apps/service/test/running-service.ts';
import { TestClock } from '../../apps/service/test/test-clock.ts';
import { processingDeadline, type SessionInput } from '../../apps/service/src/session/move.ts';
import { advanceSession } from '../../apps/service/src/lifecycle/advance-session.ts';
import { TestBrowser, type TabOptions } from './browser.ts';

export const MERCHANT_NAME = 'Bean & Ridge';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface OpenOptions extends TabOptions {
  readonly mode?: 'enroll' | 'verify';
  readonly creation?: object;
  readonly context?: BrowserContext;
  /** Default: the fixture's own. */
  readonly merchant?: MerchantCalls;
}

export interface OpenPage {
  readonly page: Page;
  readonly sessionId: string;
  readonly popupUrl: string;
}

interface ClaimedSession {
  readonly appToken: string;
  /** The app sends the number that this page shows. */
  readonly confirm: (page: Page) => Promise<void>;
}

/** The number of the join check, as the hosted page shows it from left to right. */
export async function shownNumber(page: Page): Promise<string> {
  await shows(page, 'join-check');
  const digits = page.locator('.match-code [aria-hidden]');
  const places = await digits.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  return (await digits.allInnerTexts()).join('');
}

/** The real service, a merchant, and a browser that finds the service under its public name. */
export class HostedFixture {
  readonly service: TestService;
  readonly merchant: MerchantCalls;
  readonly browser: TestBrowser;

  private constructor(service: TestService, merchant: MerchantCalls, browser: TestBrowser) {
    this.service = service;
    this.merchant = merchant;
    this.browser = browser;
  }

  static async start(): Promise<HostedFixture> {
    const service = await TestService.start({ clock: new TestClock(Date.now()) });
    const merchant = await MerchantCalls.of(service, { name: MERCHANT_NAME });
    const browser = await TestBrowser.start({ authly: service.service.ports.api });
    return new HostedFixture(service, merchant, browser);
  }

  async create({
    mode = 'enroll',
    creation = {},
    merchant = this.merchant,
  }: OpenOptions = {}): Promise<{ sessionId: string; popupUrl: string }> {
    await merchant.renew();
    const { json } = await (mode === 'enroll' ? merchant.enroll(creation) : merchant.verify(creation));
    return { sessionId: json.session_id as string, popupUrl: json.popup_url as string };
  }

  async open(options: OpenOptions = {}): Promise<OpenPage> {
    const { mode: _mode, creation: _creation, merchant: _merchant, context, ...tab } = options;
    const session = await this.create(options);
    const page = await (context ?? (await this.browser.context(tab))).newPage();
    await page.goto(session.popupUrl);
    return { page, ...session };
  }

  /** An app on another device, or in the browser of this page, claims the link. */
  async claim(appUrl: string, browserOf?: Page): Promise<ClaimedSession> {
    const body = { link_token: new URL(appUrl).hash.replace('#link=', ''), app_nonce: crypto.randomUUID() };
    const cookies = (await browserOf?.context().cookies(new URL(appUrl).origin)) ?? [];
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { status, json } = await this.service.post('/app/v1/claims', undefined, body, { cookie });
    if (status !== 200) throw new Error(`the claim was answered ${status}`);
    const { session_id, app_token: appToken } = json as { session_id: string; app_token: string };
    const confirm = async (page: Page): Promise<void> => {
      const number = await shownNumber(page);
      const answer = await this.service.post(`/app/v1/sessions/${session_id}/confirm`, appToken, { number });
      if (answer.status !== 200) throw new Error(`the number was answered ${answer.status}`);
    };
    return { appToken, confirm };
  }

  decline(sessionId: string, appToken: string, reason: string): Promise<unknown> {
    return this.service.post(`/app/v1/sessions/${sessionId}/failure`, appToken, { reason });
  }

  /** The service's own steps after a capture. */
  async happen(
    sessionId: string,
    ...inputs: readonly ('callback' | 'process' | { succeed: boolean | null } | { fail: FailureCode })[]
  ): Promise<void> {
    const now = this.service.clock.now();
    const { sessions } = this.service.service.store;
    for (const input of inputs) {
      const session = await sessions.find(sessionId);
      const advance = session && (await advanceSession(sessions, session, moveOf(input, now), now));
      if (advance === undefined || 'refusal' in advance)
        throw new Error(`${sessionId} did not move by ${JSON.stringify(input)}`);
    }
  }

  /** The current link: the code's if there is one, else the button's. */
  async appLink(page: Page): Promise<string> {
    await page.locator('a[href*="#link="], .qr[data-ready="true"]').first().waitFor();
    return codeLink(this.service, page);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
  }
}

/** The page's own request for the link of a code, or of a button on a phone. */
export async function codeLink(service: TestService, page: Page): Promise<string> {
  const [token, via] = await page.evaluate<[string, string]>(
    `[sessionStorage.getItem('authly.hosted.token'), document.querySelector('.qr') ? 'qr' : 'button']`,
  );
  return (await service.get(`/hosted/v1/link?via=${via}`, token)).json.app_url as string;
}

function moveOf(
  input: 'callback' | 'process' | { succeed: boolean | null } | { fail: FailureCode },
  now: number,
): SessionInput {
  if (input === 'callback')
    return { event: 'callback', processingDeadline: processingDeadline(now, { timeoutMs: 5000, retries: 1 }) };
  if (input === 'process') return { event: 'process' };
  return 'fail' in input
    ? { event: 'fail', failureCode: input.fail }
    : { event: 'succeed', outcome: { matched: input.succeed, payload: { finger: 'RI' } } };
}

/** One fixture for the file. Complaints of a page fail the test. */
export function useHostedFixture(): () => HostedFixture {
  let fixture: HostedFixture | undefined;
  beforeAll(async () => {
    fixture = await HostedFixture.start();
  }, 180_000);
  afterEach(() => fixture?.browser.tidy());
  afterAll(() => fixture?.close());
  return () => fixture!;
}

export const shows = (page: Page, screen: string): Promise<void> =>
  page.locator(`.sheet[data-screen="${screen}"]`).waitFor();

export const heading = (page: Page): Promise<string> => page.locator('h1').innerText();

/** Texts of the page, which the desktop and the app share. */
export const story = async (page: Page): Promise<string[]> => [
  await heading(page),
  await page.locator('.screen > .lead').innerText(),
];

export const statusOf = async (fixture: HostedFixture, sessionId: string): Promise<SessionStatus> =>
  (await (await fixture.merchant.renew()).result(sessionId)).json.status as SessionStatus;

/** Nothing overflows sideways, and the main button needs no scrolling. */
export async function fits(page: Page, main = '.main'): Promise<void> {
  const { over, hidden } = await page.evaluate<{ over: number; hidden: string[] }>(`(() => {
    const main = [...document.querySelectorAll('${main}')].filter((it) => it.checkVisibility());
    const isSeen = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;
    const { scrollWidth, clientWidth } = document.documentElement;
    return {
      over: scrollWidth - clientWidth,
      hidden: main.filter((it) => !isSeen(it.getBoundingClientRect())).map((it) => it.innerText),
    };
  })()`);
  expect({ over, hidden }).toEqual({ over: 0, hidden: [] });
}

/** By zoom, which leaves half a window, and by the text size that the user set. Everything must be reachable by scrolling down. */
export async function fitsAtTwice(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  const textSize = (): Promise<number> =>
    page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)`);
  const usual = await textSize();
  await page.setViewportSize({ width: width / 2, height: height / 2 });
  expect(await tooWide(page)).toEqual([]);
  await page.setViewportSize({ width, height });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect.poll(textSize).toBeGreaterThan(1.7 * usual);
  expect(await tooWide(page)).toEqual([]);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await expect.poll(textSize).toBe(usual);
}

const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter((it) => it.checkVisibility() && !it.closest('.unseen, svg') && it.getBoundingClientRect().right > innerWidth + 1)
    .map((it) => it.tagName + '.' + it.className)`);

/** Runs in the page from its start and records every layout shift, even right after an input. */
export const RECORD_SHIFTS = `new PerformanceObserver((list) => { for (const shift of list.getEntries()) (globalThis.shifts ??= []).push([shift.value, shift.hadRecentInput]); }).observe({ type: 'layout-shift', buffered: true });`;
export const shiftsOf = (page: Page): Promise<unknown[]> => page.evaluate<unknown[]>(`globalThis.shifts ?? []`);
/** Shifts that a person notices and did not cause. */
export const jumpsOf = (page: Page): Promise<unknown[]> =>
  page.evaluate<unknown[]>(`(globalThis.shifts ?? []).filter(([value, isCaused]) => value > 0.02 && !isCaused)`);

/** axe's color rules: enough for the dark version of a page whose light version passed all rules. */
export const COLORS: readonly string[] = ['color-contrast', 'link-in-text-block'];

interface Look {
  readonly rules?: readonly string[];
  readonly without?: readonly string[];
  readonly within?: string;
}

/** One line for each finding. Runs outside the page's scripts, so that its CSP stays in force. */
export async function accessibilityFindings(page: Page, { rules, without = [], within }: Look = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async (only) => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(
            context: object,
            options: object,
          ): Promise<{
            violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[];
          }>;
        };
      };
      const { violations } = await axe.run(only.within, {
        resultTypes: ['violations'],
        ...(only.rules && { runOnly: only.rules }),
        rules: Object.fromEntries(only.without.map((rule) => [rule, { enabled: false }])),
      });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary}`),
      );
    },
    { rules, without, within: { include: [[within ?? 'html']] } },
  );
}
