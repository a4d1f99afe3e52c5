import { setTimeout as pause } from 'node:timers/promises';
import { chromium, devices, type Browser, type Page } from 'playwright-core';
import { findBrowser, NO_BROWSER } from '../../test/journeys/find-browser.ts';
import { slowDoor, SLOW_4G } from './slow-network.ts';

export const SLOWDOWN = 4;
const ORIGIN = 'https://authly.test';

/** Runs in the page from its beginning: remembers when what a person can act on was first painted. */
const noteWhenThere = (selector: string): string => `
  new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(selector)})) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (globalThis.actableAt = performance.now())));
  }).observe(document, { subtree: true, childList: true, attributes: true });`;

export interface Visit {
  /** From the first packet until a person can act, painted. All times: what a browser takes before, to make a process for a tab, is its own. */
  readonly interactiveMs: number;
  readonly firstPaintMs: number;
  readonly requests: number;
  readonly bytes: number;
  /** Of the page's main thread, slowed down as it is. */
  readonly mainThreadMs: number;
  /** When the fingerprint engine was there, where the page has one. */
  readonly engineMs: number | undefined;
}

/** A slow phone on a slow network, with a browser that was never here. */
export class SlowPhone implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #closeDoor: () => void;

  private constructor(browser: Browser, closeDoor: () => void) {
    this.#browser = browser;
    this.#closeDoor = closeDoor;
  }

  static async start(servicePort: number): Promise<SlowPhone> {
    const executablePath = findBrowser();
    if (executablePath === undefined) throw new Error(NO_BROWSER);
    const door = await slowDoor(servicePort, SLOW_4G);
    const browser = await chromium.launch({
      executablePath,
      args: [
        '--headless',
        '--disable-gpu',
        '--no-proxy-server',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--host-resolver-rules=MAP authly.test:443 127.0.0.1:${door.port}`,
      ],
    });
    return new SlowPhone(browser, door.close);
  }

  async visit(path: string, actable: string, engine?: RegExp): Promise<Visit> {
    await using context = await this.#browser.newContext({ ...devices['Moto G4'], ignoreHTTPSErrors: true });
    await context.addInitScript(noteWhenThere(actable));
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    let [bytes, requests] = [0, 0];
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    devtools.on('Network.requestWillBeSent', () => requests++);
    await page.goto(ORIGIN + path, { waitUntil: 'commit' });
    const actableAt = await noted(page, 'globalThis.actableAt');
    const seen = { requests, bytes };
    const { metrics } = await devtools.send('Performance.getMetrics');
    const began = await noted(page, `performance.getEntriesByType('navigation')[0].connectStart`);
    const paintedAt = await noted(page, `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`);
    const engineAt = engine && (await noted(page, endOf(engine)));
    return {
      ...seen,
      interactiveMs: actableAt - began,
      firstPaintMs: paintedAt - began,
      mainThreadMs: 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0),
      engineMs: engineAt && engineAt - began,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    this.#closeDoor();
  }
}

/** When a file had come whole. */
const endOf = (name: RegExp): string =>
  `performance.getEntriesByType('resource').find((it) => ${name}.test(it.name) && it.responseEnd > 0)?.responseEnd`;

const LOOK_MS = 100;
const PATIENCE_MS = 30_000;

/** What comes about by itself in the page, once it is there. Asked from outside: its policy lets nobody evaluate text within. */
async function noted(page: Page, expression: string): Promise<number> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await pause(LOOK_MS)) {
    const value = await page.evaluate<number | undefined>(expression);
    if (value !== undefined) return value;
  }
  throw new Error(`this did not come about: ${expression}`);
}
