import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { syntheticPhoto } from '../../../packages/fingerprint/test/synthetic-records.ts';
import { syntheticFinger } from '../../../apps/app/src/capture/synthetic-fingers.ts';
import type { Engine, EngineWindow } from '../../engines/engine.ts';
import type { TestBrowser } from '../../journeys/browser.ts';
import { accessibilityFindings } from '../../journeys/hosted.ts';
import { until } from '../explore/until.ts';
import { Passkeys, type Device } from './passkeys.ts';

export const IN_PAGE = readFileSync(join(import.meta.dirname, 'in-page.mjs'), 'utf8');
/** Messages that lost connections, refusals and a shop that was left cause. */
const EXPECTED = [/ERR_/, /status of (?:401|404|409|503)/, /Failed to execute 'postMessage'/];
const FINGER = syntheticFinger('a', 'RI');
const TOUCH = { hasTouch: true, isMobile: true };

/** What a camera sees, or why it sees nothing. */
export type Sight = 'nothing' | 'a blurred finger' | 'a sharp finger' | 'refused' | 'dies';
export interface Visit {
  readonly by: 'computer' | 'phone';
  readonly language: string;
  readonly source: 'camera' | 'synthetic';
  readonly size: { readonly width: number; readonly height: number };
}

/** The page's camera is a canvas that shows what the walk says. */
const CAMERA = `if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
  const seen = await walkSight();
  if (seen === 'refused') throw new DOMException('', 'NotAllowedError');
  const canvas = Object.assign(document.createElement('canvas'), { width: 540, height: 700 });
  const context = canvas.getContext('2d');
  const show = async (sight) => {
    const bytes = Uint8ClampedArray.from(atob(await walkPhoto(sight)), (each) => each.charCodeAt(0));
    context.putImageData(new ImageData(bytes, 540), 0, 0);
  };
  await show(seen);
  const stream = canvas.captureStream(10);
  const timer = setInterval(() => context.fillRect(0, 0, 1, 1), 100);
  const die = () => (clearInterval(timer), stream.getVideoTracks()[0].dispatchEvent(new Event('ended')));
  globalThis.walkCamera = (sight) => (sight === 'dies' ? die() : show(sight));
  return stream;
};`;

/** Chromium with everything that a person can do to it. */
export class Chromium implements Engine {
  readonly cameraProblem = 'denied';
  readonly browser: TestBrowser;
  sight: Sight = 'nothing';
  #shots = 0;
  #contexts: { person: BrowserContext; other?: BrowserContext } | undefined;
  readonly #passkeys = new Passkeys();

  constructor(browser: TestBrowser) {
    this.browser = browser;
  }

  /** A new profile. The last one is gone. */
  async begin(visit: Visit): Promise<void> {
    await this.end();
    this.#contexts = { person: await this.#profile(visit) };
  }

  async #profile({ by, language, source, size }: Visit): Promise<BrowserContext> {
    const context = await this.browser.context({
      ...(by === 'phone' && TOUCH),
      viewport: size,
      locale: language,
      expects: EXPECTED,
      init: `try { localStorage['authly.app.source'] ??= '${source}'; } catch {}\n${CAMERA}\n${IN_PAGE}`,
    });
    await context.exposeFunction('walkSight', () => this.sight);
    await context.exposeFunction('walkPhoto', (sight: Sight) => this.#photo(sight));
    await context.clock.install();
    context.on('page', (page) => void this.#passkeys.follow(page).catch(() => undefined));
    return context;
  }

  #photo(sight: Sight): string {
    const shot = this.#shots++ % 4;
    const blur = sight === 'a blurred finger' ? 5 : 0;
    const { data } = syntheticPhoto({ finger: FINGER, shot, scale: 1.2, blur, empty: !sight.endsWith('finger') });
    return Buffer.from(data).toString('base64');
  }

  async open(url: string): Promise<void> {
    await this.#opened(this.#contexts!.person, url);
  }

  /** In the browser of another device. */
  async openElsewhere(url: string): Promise<void> {
    const contexts = this.#contexts!;
    const size = { width: 390, height: 844 };
    contexts.other ??= await this.#profile({ by: 'phone', language: 'en', source: 'synthetic', size });
    await this.#opened(contexts.other, url);
  }

  async #opened(context: BrowserContext, url: string): Promise<void> {
    await (await context.newPage()).goto(url).catch(() => undefined);
  }

  #pages = (): Page[] => [this.#contexts?.person, this.#contexts?.other].flatMap((context) => context?.pages() ?? []);

  async windows(): Promise<ReadonlyMap<Page, EngineWindow>> {
    if (!this.browser.browser.isConnected()) throw new Error('Chromium has crashed');
    return new Map(this.#pages().map((page) => [page, windowOf(page)]));
  }

  async sees(sight: Sight): Promise<void> {
    this.sight = sight;
    for (const page of this.#pages()) await page.evaluate(`globalThis.walkCamera?.('${sight}')`).catch(() => undefined);
  }

  async has(device: Device): Promise<void> {
    await this.#passkeys.become(device);
  }

  /** Timers of a page that was put aside are due at once, as on a device that slept. Otherwise the page can do its work in each second. */
  async passTime(ms: number, isAsleep: boolean): Promise<void> {
    const pass = async (pass: (clock: BrowserContext['clock']) => Promise<void>): Promise<void> => {
      for (const { clock } of [this.#contexts?.person, this.#contexts?.other].flatMap((each) => each ?? []))
        await pass(clock).catch(() => undefined);
    };
    if (isAsleep) return pass((clock) => clock.fastForward(ms));
    for (let past = 0; past < ms; past += 1000) {
      await pass((clock) => clock.runFor(1000));
      for (const page of this.#pages())
        await until('the engine has answered', () =>
          page.evaluate<boolean>('!globalThis.walk?.isBusy()').catch(() => true),
        );
    }
  }

  async accessibility(page: unknown): Promise<string[]> {
    return accessibilityFindings(page as Page);
  }

  /** Throws what pages complained of. */
  async end(): Promise<void> {
    this.#contexts = undefined;
    await this.browser.tidy();
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

function windowOf(page: Page): EngineWindow {
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: async <Value>(expression: string) => (await page.evaluate(expression)) as Value,
    click: async (expression, heldMs = 0, pointer = 'mouse') => {
      const element = (await page.evaluateHandle(expression)).asElement();
      const box = await element?.boundingBox();
      if (!box) return;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (pointer === 'mouse') return page.mouse.click(x, y, { delay: heldMs });
      if (pointer === 'twice') return page.mouse.dblclick(x, y, { delay: heldMs });
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      await wait(heldMs);
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
    type: (text) => page.keyboard.type(text),
    resize: (size) => page.setViewportSize(size),
    close: () => page.close(),
  };
}
