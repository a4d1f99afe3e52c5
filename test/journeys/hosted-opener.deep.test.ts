// oxlint-disable vitest/expect-expect -- each journey waits for what it expects
import { hosted, shared } from '../../packages/ui/test/words.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { clickAndClose, journeys, picture } from './browser.ts';
import { accessibilityFindings, shows, useHostedFixture } from './hosted.ts';

const LISTENING = `<!doctype html><title>A shop</title><script>
  const heard = [];
  addEventListener('message', ({ data, origin }) => heard.push({ data, origin }));
</script>`;

interface Heard {
  readonly data: unknown;
  readonly origin: string;
}

journeys('the completion signal of the hosted page', {}, () => {
  const fixture = useHostedFixture();

  async function openFrom(
    origin: string,
    creation: object,
  ): Promise<{ context: BrowserContext; shop: Page; popup: Page; sessionId: string }> {
    const context = await fixture().browser.context();
    await context.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: LISTENING }));
    const shop = await context.newPage();
    await shop.goto(`${origin}/checkout`);
    const { sessionId, popupUrl } = await fixture().create({ mode: 'verify', creation });
    const opening = context.waitForEvent('page', (page) => page !== shop);
    await shop.evaluate(`window.popup = window.open(${JSON.stringify(popupUrl)}, 'authly', 'width=420,height=640')`);
    const popup = await opening;
    await shows(popup, 'waiting');
    return { context, shop, popup, sessionId };
  }

  async function finish(popup: Page, sessionId: string): Promise<void> {
    const { confirm } = await fixture().claim(await fixture().appLink(popup));
    await confirm(popup);
    await shows(popup, 'app-launched');
    await fixture().happen(sessionId, 'callback', 'process', { succeed: true });
    await shows(popup, 'succeeded');
  }

  const heardBy = (shop: Page): Promise<Heard[]> => shop.evaluate<Heard[]>(`heard`);

  it('reaches an opener at return_url’s origin without the outcome; a popup in use closes on request', async () => {
    const { shop, popup, sessionId } = await openFrom('https://shop.test', {
      return_url: 'https://shop.test/back?order=1',
    });
    await finish(popup, sessionId);
    await popup.getByText(hosted.en.closes_soon).waitFor();
    await popup.keyboard.press('Shift');
    await popup.getByText(hosted.en.closes_soon).waitFor({ state: 'hidden' });
    await expect
      .poll(() => heardBy(shop))
      .toEqual([
        {
          origin: 'https://authly.test',
          data: { type: 'authly.session.final', version: 1, session_id: sessionId, mode: 'verify' },
        },
      ]);
    await picture(popup, 'hosted/6 succeeded, with a way back, popup');
    expect(await accessibilityFindings(popup)).toEqual([]);
    await clickAndClose(popup.getByRole('button', { name: 'Back to Bean & Ridge' }));
    expect(shop.url()).toBe('https://shop.test/checkout');
  });

  it('an opener of another origin gets no signal', async () => {
    const context = await fixture().browser.context({
      expects: [/Failed to execute 'postMessage' on 'DOMWindow': The target origin/],
    });
    await context.route('https://other.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: LISTENING }),
    );
    const other = await context.newPage();
    await other.goto('https://other.test/');
    const { sessionId, popupUrl } = await fixture().create({
      mode: 'verify',
      creation: { return_url: 'https://shop.test/back' },
    });
    const opening = context.waitForEvent('page', (page) => page !== other);
    // A signal would have arrived before this marker.
    await other.evaluate(`window.popup = window.open(${JSON.stringify(popupUrl)}, 'authly', 'width=420,height=640')`);
    const popup = await opening;
    await shows(popup, 'waiting');
    await finish(popup, sessionId);
    await popup.evaluate(`opener.postMessage('marker', '*')`);
    await expect.poll(() => heardBy(other)).toEqual([{ origin: 'https://authly.test', data: 'marker' }]);
  });

  it('without return_url there is no signal; a moment after the end the popup closes automatically', async () => {
    const { shop, popup, sessionId } = await openFrom('https://shop.test', {});
    await popup.clock.install();
    await finish(popup, sessionId);
    await popup.evaluate(`opener.postMessage('marker', '*')`);
    await expect.poll(() => heardBy(shop)).toEqual([{ origin: 'https://authly.test', data: 'marker' }]);
    const closed = popup.waitForEvent('close');
    await popup.clock.runFor(4000).catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
    await closed;
  });

  it('a popup without its opener ends normally', async () => {
    const { shop, popup, sessionId } = await openFrom('https://shop.test', { return_url: 'https://shop.test/back' });
    await shop.close();
    await finish(popup, sessionId);
    expect(await popup.locator('h1').innerText()).toBe(shared.en.succeeded_verify_title);
  });

  it('in the merchant’s own window it leads back in history, never to return_url', async () => {
    const context = await fixture().browser.context();
    await context.route('https://shop.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: LISTENING }),
    );
    const page = await context.newPage();
    await page.goto('https://shop.test/checkout');
    const { sessionId, popupUrl } = await fixture().create({
      mode: 'verify',
      creation: { return_url: 'https://shop.test/back' },
    });
    await page.evaluate(`location.href = ${JSON.stringify(popupUrl)}`);
    await shows(page, 'waiting');
    await finish(page, sessionId);
    await page.getByRole('button', { name: 'Back to Bean & Ridge' }).click();
    await page.waitForURL('https://shop.test/checkout');
    expect(page.url()).toBe('https://shop.test/checkout');
  });
});
