// oxlint-disable vitest/valid-title, vitest/valid-describe-callback -- titles and journeys are given by the test files
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { READER_AGENT_ORIGIN } from '@authly/contract/reader-agent';
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

/** Told from within the page: a profile that is given its storage beforehand has to open a page for it. */
const beginAt = (impression: number): string =>
  `try { localStorage['authly.app.next-impression'] ??= '${impression}'; } catch { /* a page without an address has none */ }`;

/** Where a person leafs through what the journeys saw. */
const PICTURES = join(import.meta.dirname, '..', '..', 'out', 'journeys');
const TAKES_PICTURES = process.env['AUTHLY_TESTS_PICTURES'] !== undefined;

/** What Playwright switches off itself: of two such flags Chromium takes the last, so they stand here again. */
const OFF_BY_PLAYWRIGHT =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch';
/** Pages of the browser's own, for its address bar and the like. Nobody sees them, and each window paid more for them than for ours. */
const OFF_FOR_SPEED =
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI,InitialWebUI,WebUIToolbar,WebUIReloadButton,SpareRendererForSitePerProcess';

/** Chromium's own words. They leave out why: see `complainOfLink`. */
const REFUSED_LINK = /status of 409 .*\/hosted\/v1\/link\?/;

/** Less than any journey's own limit: what did not come is named. */
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

/** Journeys in a real browser. Where there is none they fail in CI; elsewhere they are not run, and the run ends by saying so. */
export function journeys(title: string, { timeout = 30_000 }: { timeout?: number }, factory: SuiteFactory): void {
  const isMissing = findBrowser() === undefined;
  if (isMissing && process.env['CI']) throw new Error(`${NO_BROWSER} The journeys "${title}" cannot be run.`);
  describe.skipIf(isMissing)(title, { timeout }, factory);
}

export interface TabOptions extends BrowserContextOptions {
  readonly dark?: boolean;
  /** The impression of the app's first synthetic capture, so that a journey is the same each time. */
  readonly impression?: number;
  /** Console messages that this journey brings about on purpose, for instance a refused request. */
  readonly expects?: readonly RegExp[];
}

/** As most people see the pages. */
export const MOVING = { reducedMotion: 'no-preference' } as const;

/** What pages find at addresses of their own, whatever port it has today. */
export type Door = 'authly' | 'agent';
const ADDRESSES: Readonly<Record<Door, string>> = {
  authly: 'authly.test:443',
  agent: new URL(READER_AGENT_ORIGIN).host,
};

interface Chromium {
  readonly browser: Browser;
  readonly doors: Readonly<Record<Door, FrontDoor>>;
}

/** One for all test files that share a worker: starting it takes as long as a short journey. */
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
  // The worker is ended by this signal; on its way out Playwright ends the browser and takes its profile away.
  process.once('SIGTERM', () => process.exit());
  return { browser, doors };
}

/** One that failed to start, or has crashed, is not kept for the next test file. */
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
  /** The port of the service that pages find at https://authly.test. */
  readonly authly?: number;
  /** More of Chromium's flags. They are for a whole browser, so this is one of its own. */
  readonly flags?: readonly string[];
}

interface Watched {
  readonly context: BrowserContext;
  readonly complaints: string[];
  readonly refusedLinks: Promise<void>[];
}

/** Why a page that waits is refused a new link, and no fault: its session has ended since it last heard of it, or an app has joined. */
const MOVED_ON = new Set(['session_finalized', 'session_already_claimed']);

/** Any other reason is a fault. A page that is gone tells none any more. */
async function complainOfLink(response: Response, complain: (text: string) => void): Promise<void> {
  const answer = (await response.json().catch(() => undefined)) as { error: { code: string } } | undefined;
  if (answer !== undefined && !MOVED_ON.has(answer.error.code))
    complain(`status of 409 ${answer.error.code} (${response.url()})`);
}

/** The browser for a test file. Whatever a page complains about, in its console or as a violation of its CSP, fails the journey. */
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

  /** From now on pages find this at that address; undefined: nobody is there. */
  lead(door: Door, port: number | undefined): void {
    this.#doors[door].leadTo(port);
  }

  /** A profile of its own: nothing is shared with another journey. */
  async context({ dark = false, expects = [], impression = 0, ...options }: TabOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: { width: 420, height: 640 },
      colorScheme: dark ? 'dark' : 'light',
      locale: 'en-US',
      // What moves without end is painted without end, by the processor. The journeys of which motion is part ask for `MOVING`.
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
    await context.addInitScript(`${REPORT_VIOLATIONS}\n${beginAt(impression)}`);
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

  /** Ends every journey's tabs and holds their complaints against them. */
  async tidy(): Promise<void> {
    const ended = this.#contexts.splice(0);
    await Promise.all(ended.map(({ context }) => context.close()));
    // Only now: an answer that its page never read to the end is never told as long as the page is there.
    await Promise.all(ended.flatMap(({ refusedLinks }) => refusedLinks));
    const complaints = ended.flatMap(({ complaints }) => complaints);
    if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join('\n')}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map(({ context }) => context.close()));
    await this.#end();
  }
}

/** One browser for a test file. */
export function useBrowser(): () => TestBrowser {
  let browser: TestBrowser | undefined;
  beforeAll(async () => {
    browser = await TestBrowser.start();
  });
  afterAll(() => browser?.close());
  return () => browser!;
}

/** Clicks and answers the window that opens in that click. */
export async function opens(context: BrowserContext, click: () => Promise<unknown>): Promise<Page> {
  const opening = context.waitForEvent('page');
  await click();
  return opening;
}

/** Clicks on what closes its own window. The answer to the click may be lost with it. */
export async function clickAndClose(button: Locator): Promise<void> {
  const page = button.page();
  const closed = page.waitForEvent('close');
  await button.click().catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
  await closed;
}

/**
 * A picture of the screen under a name that a person can read: `hosted/waiting, desk, dark`. Taken only for `npm run pictures`: nothing is
 * checked by it, and a journey's dearest pictures take longer than its steps.
 */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (!TAKES_PICTURES) return;
  const file = join(PICTURES, name);
  mkdirSync(join(file, '..'), { recursive: true });
  // Animations are brought to their end: the picture is the same each time.
  const take = (path: string): Promise<unknown> => page.screenshot({ path, animations: 'disabled', fullPage });
  await take(`${file}.png`);
  if (await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await painted(page);
  await take(`${file}, dark.png`);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** When the page is painted as it is now, after it was given another size or other colours. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
