// oxlint-disable vitest/expect-expect -- looks, ends and hears assert
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { bundle } from '../../packages/browser/test/bundle.ts';
import { journeys, opens, useBrowser, type TabOptions } from './browser.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const LIFETIME_MS = 600_000;
const HOSTED = 'https://authly.test/hosted/#token=secret';

const RECORD_OPENED = `window.opened = []; const real = window.open; window.open = (...given) => { opened.push(given); return real(...given); };`;

/** A merchant's page. The test plays its backend: `answer` sets the answer, `hold` delays it. */
const shopPage = (
  sdk: string,
): string => `<!doctype html><title>A shop</title><link rel="icon" href="data:,"><button id="pay">Pay</button><button id="open">Open</button>
<script>${sdk.replaceAll('</', '<\\/')}</script>
<script>
  Object.assign(window, { answer: { status: 'opened' }, reads: [], statuses: [], options: {}, created: undefined, held: [], controller: new AbortController() });
  const settle = (promise) => promise.then((state) => { window.outcome = state; }, (error) => { window.outcome = { name: error.name, code: error.code, cause: String(error.cause) }; });
  window.read = (id, signal) => {
    const at = Date.now();
    reads.push({ id, at, signal });
    if (answer === 'throw') throw new Error('at once');
    if (answer === 'fail') return Promise.reject(new Error('503'));
    if (answer === 'hold') return new Promise((resolve) => held.push(resolve));
    return Promise.resolve(answer);
  };
  window.session = (id = 'ses_1') => ({ session_id: id, popup_url: '${HOSTED}', expires_at: new Date(Date.now() + ${LIFETIME_MS}).toISOString() });
  pay.onclick = () => {
    window.flow = Authly.startAuthly({
      create: () => new Promise((resolve, reject) => { window.created = resolve; window.refused = reject; if (window.atOnce) resolve(session()); }),
      read, onStatus: ({ status }) => statuses.push(status), signal: controller.signal, ...options,
    });
    settle(flow.result);
  };
  document.querySelector('#open').onclick = () => { window.reopened = flow.open(); };
  window.resume = () => { const going = Authly.resumeAuthly({ read, onStatus: ({ status }) => statuses.push(status) }); if (going) settle(going); return going !== undefined; };
</script>`;

const HOSTED_PAGE = `<!doctype html><title>The hosted page</title><link rel="icon" href="data:,"><h1>Hosted</h1>
<script>
  sessionStorage.setItem('token', location.hash);
  window.signal = (change = {}, target = 'https://shop.test') => opener?.postMessage({ type: 'authly.session.final', version: 1, session_id: 'ses_1', mode: 'verify', ...change }, target);
</script>`;

journeys('the browser SDK', {}, () => {
  const browser = useBrowser();
  let sdk = '';
  beforeAll(async () => {
    sdk = await bundle();
  }, 120_000);
  afterEach(() => browser().tidy());

  async function shop(
    options: TabOptions & { atOnce?: boolean } = {},
  ): Promise<{ context: BrowserContext; page: Page }> {
    const { atOnce = true, ...tab } = options;
    const context = await browser().context({ viewport: { width: 900, height: 700 }, ...tab });
    await context.route('https://shop.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: shopPage(sdk) }),
    );
    await context.route(/https:\/\/(?:authly|evil)\.test\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: HOSTED_PAGE }),
    );
    const page = await context.newPage();
    await page.clock.install({ time: NOON });
    await page.goto('https://shop.test/');
    await page.clock.pauseAt(NOON + 60_000);
    await page.evaluate(`window.atOnce = ${atOnce}`);
    return { context, page };
  }

  async function pay(page: Page, options = ''): Promise<Page> {
    if (options !== '') await page.evaluate(`Object.assign(window.options, ${options})`);
    const popup = await opens(page.context(), () => page.click('#pay'));
    await popup.getByRole('heading', { name: 'Hosted' }).waitFor();
    await looks(page, 1);
    return popup;
  }

  const looks = async (page: Page, count: number): Promise<void> => {
    await expect.poll(() => page.evaluate<number>(`reads.length`)).toBe(count);
  };
  const outcome = (page: Page): Promise<unknown> => page.evaluate(`window.outcome`);
  const ends = async (page: Page, expected: unknown): Promise<void> => {
    await expect.poll(() => outcome(page)).toEqual(expected);
  };
  /** Waits for all pending work of the page. */
  const settled = (page: Page): Promise<unknown> =>
    page.evaluate(
      `new Promise((resolve) => { const channel = new MessageChannel(); channel.port1.onmessage = resolve; channel.port2.postMessage(0); })`,
    );
  const countMessages = (page: Page): Promise<unknown> =>
    page.evaluate(`window.heard = 0; addEventListener('message', () => { heard++; })`);
  const hears = async (page: Page, count: number): Promise<void> => {
    await expect.poll(() => page.evaluate<number>(`heard`)).toBe(count);
    await settled(page);
  };
  const answers = (page: Page, answer: unknown): Promise<unknown> =>
    page.evaluate(`window.answer = ${JSON.stringify(answer)}`);

  it('opens a popup inside the click and fills it when the backend has answered', async () => {
    const { page } = await shop({ atOnce: false });
    await page.evaluate(RECORD_OPENED);
    const popup = await opens(page.context(), () => page.click('#pay'));
    expect(await page.evaluate(`opened`)).toEqual([
      ['about:blank', '_blank', expect.stringMatching(/^popup,width=440,height=680,left=-?\d+,top=-?\d+$/)],
    ]);
    expect([popup.url(), await page.evaluate(`[flow.blocked, reads.length]`)]).toEqual(['about:blank', [false, 0]]);
    await page.evaluate(`created(session())`);
    await popup.getByRole('heading', { name: 'Hosted' }).waitFor();
    expect([popup.url(), await popup.evaluate(`history.length`)]).toEqual([HOSTED, 1]);
    await looks(page, 1);
    expect(await page.evaluate(`reads[0].id`)).toBe('ses_1');
  });

  it('opens a tab on a phone', async () => {
    const { page } = await shop({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    await page.evaluate(RECORD_OPENED);
    await pay(page);
    expect(await page.evaluate(`opened`)).toEqual([['about:blank', '_blank', '']]);
  });

  it('reports a refused window as blocked, keeps reading, and opens it in another click', async () => {
    const { context, page } = await shop();
    await page.evaluate(`window.realOpen = window.open; window.open = () => null`);
    await page.click('#pay');
    expect(await page.evaluate(`flow.blocked`)).toBe(true);
    await looks(page, 1);
    await page.click('#open');
    expect(await page.evaluate(`[reopened, flow.blocked]`)).toEqual([false, true]);
    await page.evaluate(`window.open = window.realOpen`);
    await (await opens(context, () => page.click('#open'))).getByRole('heading', { name: 'Hosted' }).waitFor();
    expect(await page.evaluate(`[reopened, flow.blocked]`)).toEqual([true, false]);
  });

  it('reads at once after the signal of its window, and ignores other windows, origins, types and sessions', async () => {
    const { context, page } = await shop();
    const popup = await pay(page);
    await countMessages(page);
    await popup.evaluate(`signal({ session_id: 'ses_2' })`);
    await popup.evaluate(`signal({ type: 'something.else' })`);
    await page.evaluate(
      `postMessage({ type: 'authly.session.final', version: 1, session_id: 'ses_1', mode: 'verify' }, '*')`,
    );
    const other = await opens(context, () =>
      page.evaluate(`window.other = window.open('https://authly.test/hosted/#other', '_blank', 'popup')`),
    );
    await other.getByRole('heading', { name: 'Hosted' }).waitFor();
    await other.evaluate(`signal()`);
    await hears(page, 4);
    await looks(page, 1);
    await answers(page, { status: 'succeeded' });
    await popup.evaluate(`signal()`);
    await ends(page, { status: 'succeeded' });
    await looks(page, 2);
  });

  it('ignores signals of its window at another origin', async () => {
    const { page } = await shop();
    const popup = await pay(page);
    await countMessages(page);
    // Navigation by the address bar would lose the opener.
    await popup.evaluate(`location.href = 'https://evil.test/'`);
    await popup.waitForURL('https://evil.test/');
    await popup.evaluate(`signal()`);
    await hears(page, 1);
    await looks(page, 1);
  });

  it('a closed window does not cancel: it is reported once, and the next one is heard', async () => {
    const { context, page } = await shop();
    const popup = await pay(page, `{ onClosed: () => { window.closings++; } }, window.closings = 0`);
    /** The next read is due three seconds after the last answer. */
    const lookAgain = async (): Promise<number> => {
      const count = await page.evaluate<number>(`reads.length`);
      await page.clock.runFor(3000);
      await looks(page, count + 1);
      return page.evaluate<number>(`closings`);
    };
    expect(await lookAgain()).toBe(0);
    await popup.close();
    // The page learns later that its window has closed.
    await expect.poll(lookAgain).toBe(1);
    expect(await lookAgain()).toBe(1);
    const again = await opens(context, () => page.click('#open'));
    await again.getByRole('heading', { name: 'Hosted' }).waitFor();
    const before = await page.evaluate<number>(`reads.length`);
    await again.evaluate(`signal()`);
    await looks(page, before + 1);
    await again.close();
    await expect.poll(lookAgain).toBe(2);
    const last = context.waitForEvent('page');
    await page.click('#open');
    await answers(page, { status: 'succeeded' });
    await (await last).close();
    await page.clock.runFor(3000);
    await ends(page, { status: 'succeeded' });
    expect(await page.evaluate(`closings`)).toBe(2);
  });

  it('a window closed before the backend answered leaves the flow alive', async () => {
    const { page } = await shop({ atOnce: false });
    await (await opens(page.context(), () => page.click('#pay'))).close();
    await page.evaluate(`created(session())`);
    await looks(page, 1);
    expect(await page.evaluate(`flow.blocked`)).toBe(false);
  });

  it('a shop that is left before its backend answered leaves no empty window behind', async () => {
    const { page } = await shop({ atOnce: false });
    const popup = await opens(page.context(), () => page.click('#pay'));
    const closed = popup.waitForEvent('close');
    await page.reload();
    await closed;
    expect(page.context().pages()).toEqual([page]);
  });

  it('showing a window that is there leaves its page as it is', async () => {
    const { page } = await shop();
    const popup = await pay(page);
    await popup.evaluate(`window.mark = 1`);
    await page.click('#open');
    await settled(popup);
    expect([await popup.evaluate(`window.mark`), page.context().pages().length]).toEqual([1, 2]);
  });

  it('abort ends the wait at once, even during a read, and closes the window', async () => {
    const { page } = await shop();
    const popup = await pay(page);
    await answers(page, 'hold');
    await page.clock.runFor(3000);
    await looks(page, 2);
    const closed = popup.waitForEvent('close');
    await page.evaluate(`controller.abort(new Error('enough'))`);
    await ends(page, { name: 'AuthlyBrowserError', code: 'aborted', cause: 'Error: enough' });
    await closed;
    expect(await page.evaluate(`reads[1].signal.aborted`)).toBe(true);
    await page.clock.runFor(30_000);
    await looks(page, 2);
  });

  it('an aborted signal opens nothing and sends nothing', async () => {
    const { page } = await shop();
    await page.evaluate(`controller.abort()`);
    await page.click('#pay');
    await ends(page, expect.objectContaining({ code: 'aborted' }));
    expect(page.context().pages()).toEqual([page]);
    expect(await page.evaluate(`[window.created, flow.blocked]`)).toEqual([undefined, false]);
  });

  it('closes the window and reports the cause if the backend cannot create', async () => {
    const { page } = await shop({ atOnce: false });
    const popup = await opens(page.context(), () => page.click('#pay'));
    const closed = popup.waitForEvent('close');
    await page.evaluate(`refused(new Error('no connection'))`);
    await closed;
    await ends(page, { name: 'AuthlyBrowserError', code: 'create_failed', cause: 'Error: no connection' });
  });

  it.each(['undefined', 'null', `{ error: 'sold_out' }`, `{ ...session(), popup_url: '/sorry' }`])(
    'closes the window if the backend answers %s instead of a session',
    async (answer) => {
      const { page } = await shop({ atOnce: false });
      const closed = (await opens(page.context(), () => page.click('#pay'))).waitForEvent('close');
      await page.evaluate(`created(${answer})`);
      await closed;
      await ends(page, {
        name: 'AuthlyBrowserError',
        code: 'create_failed',
        cause: 'TypeError: create returned no session with a popup_url.',
      });
    },
  );

  it('an error in onStatus is reported and ends nothing', async () => {
    const { page } = await shop({ expects: [/of the merchant/] });
    await pay(page, `{ onStatus: () => { throw new Error('of the merchant'); } }`);
    await answers(page, { status: 'succeeded' });
    await page.clock.runFor(3000);
    await ends(page, { status: 'succeeded' });
  });

  it('same window: leaves for the hosted page, and continues after the return', async () => {
    const { page } = await shop();
    await page.evaluate(`options.display = 'same-window'`);
    await page.click('#pay');
    await page.waitForURL(HOSTED);
    await page.goto('https://shop.test/');
    expect(await page.evaluate(`resume()`)).toBe(true);
    await looks(page, 1);
    await page.reload();
    await answers(page, { status: 'succeeded' });
    expect(await page.evaluate(`resume()`)).toBe(true);
    await ends(page, { status: 'succeeded' });
    expect(await page.evaluate(`resume()`)).toBe(false);
  });

  it('a reload of the shop keeps the popup and the wait', async () => {
    const { page } = await shop();
    const popup = await pay(page);
    await page.reload();
    expect(await page.evaluate(`resume()`)).toBe(true);
    await looks(page, 1);
    await popup.evaluate(`signal()`);
    expect(await popup.getByRole('heading').innerText()).toBe('Hosted');
    await answers(page, { status: 'succeeded' });
    await page.clock.runFor(3000);
    await ends(page, { status: 'succeeded' });
  });

  it('polling is enough if the popup has lost its opener (COOP)', async () => {
    const { context, page } = await shop();
    await context.route('https://authly.test/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'cross-origin-opener-policy': 'same-origin' },
        body: HOSTED_PAGE,
      }),
    );
    const popup = await pay(page);
    expect(await popup.evaluate(`opener === null`)).toBe(true);
    await popup.evaluate(`signal()`);
    await answers(page, { status: 'succeeded' });
    await page.clock.runFor(3000);
    await ends(page, { status: 'succeeded' });
  });
});
