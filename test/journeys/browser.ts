// oxlint-disable vitest/valid-title, vitest/valid-describe-callback -- titles and journeys are given by the test files
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, type SuiteFactory } from 'vitest';
import { findBrowser, NO_BROWSER } from './find-browser.ts';

/** Text, because it runs in the page and not here. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => complainOfViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`;

/** Where a person leafs through what the journeys saw. */
const PICTURES = join(import.meta.dirname, '..', '..', 'out', 'journeys');

const FLAGS = [
  '--headless',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Journeys in a real browser. Where there is none they fail in CI; elsewhere they are not run, and the run ends by saying so. */
export function journeys(title: string, factory: SuiteFactory): void {
  const isMissing = findBrowser() === undefined;
  if (isMissing && process.env['CI']) throw new Error(`${NO_BROWSER} The journeys "${title}" cannot be run.`);
  describe.skipIf(isMissing)(title, factory);
}

export interface TabOptions extends BrowserContextOptions {
  /** More of Chromium's flags are for the whole browser: see `BrowserRoom.start`. */
  readonly dark?: boolean;
  /** Console messages that this journey brings about on purpose, for instance a refused request. */
  readonly expects?: readonly RegExp[];
}

/** One Chromium for a test file. Whatever a page complains about, in its console or as a violation of its CSP, fails the journey. */
export class BrowserRoom {
  readonly browser: Browser;
  readonly #contexts: { readonly context: BrowserContext; readonly complaints: string[] }[] = [];

  readonly #expects: readonly RegExp[];

  private constructor(browser: Browser, expects: readonly RegExp[]) {
    this.browser = browser;
    this.#expects = expects;
  }

  /** `expects`: what any page of this room may say in its console. */
  static async start(moreFlags: readonly string[] = [], expects: readonly RegExp[] = []): Promise<BrowserRoom> {
    const isRoot = process.getuid?.() === 0;
    const browser = await chromium.launch({
      executablePath: findBrowser()!,
      args: [...FLAGS, ...(isRoot ? ['--no-sandbox'] : []), ...moreFlags],
    });
    return new BrowserRoom(browser, expects);
  }

  /** A profile of its own: nothing is shared with another journey. */
  async context({ dark = false, expects = [], ...options }: TabOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: { width: 420, height: 640 },
      colorScheme: dark ? 'dark' : 'light',
      locale: 'en-US',
      ...options,
    });
    context.setDefaultTimeout(15_000);
    const complaints: string[] = [];
    const complain = (text: string): void => {
      if (![...this.#expects, ...expects].some((expected) => expected.test(text))) complaints.push(text);
    };
    this.#contexts.push({ context, complaints });
    await context.exposeFunction('complainOfViolation', (text: string) => complain(`CSP: ${text}`));
    await context.addInitScript(REPORT_VIOLATIONS);
    context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        complain(`${message.type()}: ${message.text()} (${message.location().url})`);
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
    const complaints = ended.flatMap(({ complaints }) => complaints);
    if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join('\n')}`);
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

/** One browser for the file; each test ends with nothing complained about. */
export function useBrowser(moreFlags: readonly string[] = []): () => BrowserRoom {
  let room: BrowserRoom | undefined;
  beforeAll(async () => {
    room = await BrowserRoom.start(moreFlags);
  });
  afterAll(() => room?.close());
  return () => room!;
}

/** A picture of the screen under a name that a person can read: `hosted/waiting, desk, dark`. */
export async function picture(page: Page, name: string): Promise<void> {
  const file = join(PICTURES, `${name}.png`);
  mkdirSync(join(file, '..'), { recursive: true });
  // Animations are brought to their end: the picture is the same each time.
  await page.screenshot({ path: file, animations: 'disabled' });
}
