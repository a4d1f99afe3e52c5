// oxlint-disable vitest/valid-title, vitest/valid-describe-callback -- titles and journeys are given by the test files
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { READER_AGENT_ORIGIN } from '@authly/contract/wire/reader-agent';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Response,
} from 'playwright-core';
import { afterAll, beforeAll, describe, type SuiteFactory } from 'vitest';
import { findBrowser, NO_BROWSER } from './find-browser.ts';
import { FrontDoor } from './front-door.ts';

/** Text, because it runs in the page and not here. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => complainOfViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`;

/** Set inside the page, because a profile with given storage has to open a page for it. */
const beginAt = (impression: number): string =>
  `try { localStorage['authly.app.next-impression'] ??= '${impression}'; } catch { /* a page without an address has none */ }`;

const PICTURES = join(import.meta.dirname, '..', '..', 'out', 'journeys');
const TAKES_PICTURES = process.env['AUTHLY_TESTS_PICTURES'] !== undefined;

/** Playwright's own list: Chromium uses the last of two such flags, so it is repeated. */
const OFF_BY_PLAYWRIGHT =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch';
/** Pages of the browser's own interface, which cost more than ours. */
const OFF_FOR_SPEED =
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI,InitialWebUI,WebUIToolbar,WebUIReloadButton,SpareRendererForSitePerProcess';

/** Chromium's message. It has no reason: see `complainOfLink`. */
const REFUSED_LINK = /status of 409 .*\/hosted\/v1\/link\?/;

/** Below any journey's own limit, so that the missing element is named. */
const PATIENCE_MS = 25_000;

const FLAGS = [
  `--disable-features=${OFF_BY_PLAYWRIGHT},${OFF_FOR_SPEED}`,
  '--headless',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Journeys in a real browser. Without one they fail in CI and are skipped elsewhere. */
export function journeys(title: string, { timeout = 60_000 }: { timeout?: number }, factory: SuiteFactory): void {
  const isMissing = findBrowser() === undefined;
  if (isMissing && process.env['CI']) throw new Error(`${NO_BROWSER} The journeys "${title}" cannot be run.`);
  describe.skipIf(isMissing)(title, { timeout: TAKES_PICTURES ? 4 * timeout : timeout }, factory);
}

export interface TabOptions extends BrowserContextOptions {
  readonly dark?: boolean;
  /** The impression of the app's first synthetic capture, so that a journey is reproducible. */
  readonly impression?: number;
  /** Runs in each page before its own scripts. */
  readonly init?: string;
  /** Console messages that the journey causes on purpose. */
  readonly expects?: readonly RegExp[];
}

export const MOVING = { reducedMotion: 'no-preference' } as const;

/** Addresses that lead to a port of this run. */
export type Door = 'authly' | 'agent';
const ADDRESSES: Readonly<Record<Door, string>> = {
  authly: 'authly.test:443',
  agent: new URL(READER_AGENT_ORIGIN).host,
};

interface Chromium {
  readonly browser: Browser;
  readonly doors: Readonly<Record<Door, FrontDoor>>;
}

/** Shared by all test files of a worker, because starting a browser is slow. */
let ofThisWorker: Promise<Chromium> | undefined;

async function launch(moreFlags: readonly string[] = []): Promise<Chromium> {
  const isRoot = process.getuid?.() === 0;
  const names = Object.keys(ADDRESSES) as Door[];
  const opened = await Promise.all(names.map(async (name) => [name, await FrontDoor.open()] as const));
  const doors = Object.fromEntries(opened) as Record<Door, FrontDoor>;
  const rules = names.map((name) => `MAP ${ADDRESSES[name]} 127.0.0.1:${doors[name].port}`);
  const browser = await chromium.launch({
    executablePath: findBrowser()!,
    handleSIGTERM: false,
    args: [...FLAGS, ...(isRoot ? ['--no-sandbox'] : []), `--host-resolver-rules=${rules.join(',')}`, ...moreFlags],
  });
  // On this exit Playwright ends the browser and removes its profile.
  process.once('SIGTERM', () => process.exit());
  return { browser, doors };
}

/** A browser that failed or crashed is not kept for the next test file. */
async function launchForThisWorker(): Promise<Chromium> {
  const forget = (): void => void (ofThisWorker = undefined);
  try {
    const started = await launch();
    started.browser.on('disconnected', forget);
    return started;
  } catch (error) {
    forget();
    throw error;
  }
}

export interface RoomOptions {
  /** The port behind https://authly.test. */
  readonly authly?: number;
  /** Chromium's flags apply to a whole browser, so these need a separate one. */
  readonly flags?: readonly string[];
}

interface Watched {
  readonly context: BrowserContext;
  readonly complaints: string[];
  readonly refusedLinks: Promise<void>[];
}

/** Expected reasons for a refused link: the session has ended, or an app has joined. */
const MOVED_ON = new Set(['session_finalized', 'session_already_claimed']);

/** Any other reason fails the journey. A closed page reports none. */
async function complainOfLink(response: Response, complain: (text: string) => void): Promise<void> {
  const answer = (await response.json().catch(() => undefined)) as { error: { code: string } } | undefined;
  if (answer !== undefined && !MOVED_ON.has(answer.error.code))
    complain(`status of 409 ${answer.error.code} (${response.url()})`);
}

/** The browser of a test file. Console errors and CSP violations of a page fail the journey. */
export class TestBrowser {
  readonly browser: Browser;
  readonly #doors: Chromium['doors'];
  readonly #contexts: Watched[] = [];
  readonly #end: () => Promise<void>;

  private constructor({ browser, doors }: Chromium, end: () => Promise<void>) {
    this.browser = browser;
    this.#doors = doors;
    this.#end = end;
  }

  static async start({ authly, flags = [] }: RoomOptions = {}): Promise<TestBrowser> {
    const isOwn = flags.length > 0;
    const started = await (isOwn ? launch(flags) : (ofThisWorker ??= launchForThisWorker()));
    started.doors.authly.leadTo(authly);
    return new TestBrowser(started, async () => {
      for (const door of Object.values(started.doors)) door.leadTo(undefined);
      if (isOwn) await started.browser.close();
    });
  }

  /** Undefined: nothing answers there. */
  lead(door: Door, port: number | undefined): void {
    this.#doors[door].leadTo(port);
  }

  /** A separate profile for each journey. */
  async context({
    dark = false,
    expects = [],
    impression = 0,
    init = '',
    ...options
  }: TabOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: { width: 420, height: 640 },
      colorScheme: dark ? 'dark' : 'light',
      locale: 'en-US',
      // Endless animations cost processor time. Journeys that test motion use `MOVING`.
      reducedMotion: 'reduce',
      ...(TAKES_PICTURES && { deviceScaleFactor: 2 }),
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const complaints: string[] = [];
    const complain = (text: string): void => {
      if (!expects.some((expected) => expected.test(text))) complaints.push(text);
    };
    const refusedLinks: Promise<void>[] = [];
    this.#contexts.push({ context, complaints, refusedLinks });
    await context.exposeFunction('complainOfViolation', (text: string) => complain(`CSP: ${text}`));
    await context.addInitScript(`${REPORT_VIOLATIONS}\n${beginAt(impression)}\n${init}`);
    context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on('console', (message) => {
      const text = `${message.type()}: ${message.text()} (${message.location().url})`;
      if ((message.type() === 'error' || message.type() === 'warning') && !REFUSED_LINK.test(text)) complain(text);
    });
    context.on('response', (response) => {
      if (REFUSED_LINK.test(`status of ${response.status()} ${response.url()}`))
        refusedLinks.push(complainOfLink(response, complain));
    });
    return context;
  }

  async tab(options: TabOptions = {}): Promise<Page> {
    return (await this.context(options)).newPage();
  }

  /** Closes all tabs and checks their complaints. */
  async tidy(): Promise<void> {
    const ended = this.#contexts.splice(0);
    await Promise.all(ended.map(({ context }) => context.close()));
    // An answer that a page never read to its end arrives only when the page is closed.
    await Promise.all(ended.flatMap(({ refusedLinks }) => refusedLinks));
    const complaints = ended.flatMap(({ complaints }) => complaints);
    if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join('\n')}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map(({ context }) => context.close()));
    await this.#end();
  }
}

export function useBrowser(): () => TestBrowser {
  let browser: TestBrowser | undefined;
  beforeAll(async () => {
    browser = await TestBrowser.start();
  });
  afterAll(() => browser?.close());
  return () => browser!;
}

/** No countdown of the page goes on. */
export const stopTime = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 500);

export async function opens(context: BrowserContext, click: () => Promise<unknown>): Promise<Page> {
  const opening = context.waitForEvent('page');
  await click();
  return opening;
}

/** The click's own answer may be lost with the window. */
export async function clickAndClose(button: Locator): Promise<void> {
  const page = button.page();
  const closed = page.waitForEvent('close');
  await button.click().catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
  await closed;
}

/**
 * A picture of the screen with a readable name: `hosted/waiting, desk, dark`. Taken for `npm run pictures` only,
 * because pictures are slow.
 */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (!TAKES_PICTURES) return;
  const file = join(PICTURES, name);
  mkdirSync(join(file, '..'), { recursive: true });
  // Ends animations, so that the picture is reproducible.
  await page.screenshot({ path: `${file}.png`, animations: 'disabled', fullPage });
}

/** Resolves after the next paint. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
