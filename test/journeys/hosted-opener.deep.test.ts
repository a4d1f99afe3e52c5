// oxlint-disable vitest/expect-expect -- each journey waits for what it expects
import { hosted } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { clickAndClose, journeys, opens, picture, type TabOptions } from './browser.ts';
import { accessibilityFindings, shows, useHostedFixture } from './hosted.ts';

const LISTENING = `<!doctype html><title>A shop</title><script>
  const heard = [];
  addEventListener('message', ({ data, origin }) => heard.push({ data, origin }));
</script>`;

const RETURN = { return_url: 'https://shop.test/back' };

interface Heard {
  readonly data: unknown;
  readonly origin: string;
}

journeys('the completion signal of the hosted page', {}, () => {
  const fixture = useHostedFixture();

  /** A page of this origin, and a session. */
  async function visit(origin: string, creation: object, options: TabOptions = {}) {
    const context = await fixture().browser.context(options);
    await context.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: LISTENING }));
    const shop = await context.newPage();
    await shop.goto(`${origin}/checkout`);
    return { shop, ...(await fixture().create({ mode: 'verify', creation })) };
  }

  async function openFrom(...visited: Parameters<typeof visit>) {
    const { shop, sessionId, popupUrl } = await visit(...visited);
    const popup = await opens(shop.context(), () =>
      shop.evaluate(`window.popup = window.open(${JSON.stringify(popupUrl)}, 'authly', 'width=420,height=640')`),
    );
    await shows(popup, 'waiting');
    return { shop, popup, sessionId };
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
    const expects = [/Failed to execute 'postMessage' on 'DOMWindow': The target origin/];
    const { shop, popup, sessionId } = await openFrom('https://other.test', RETURN, { expects });
    await finish(popup, sessionId);
    // A signal would have arrived before this marker.
    await popup.evaluate(`opener.postMessage('marker', '*')`);
    await expect.poll(() => heardBy(shop)).toEqual([{ origin: 'https://authly.test', data: 'marker' }]);
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

  it('in the merchant’s own window it leads back in history, never to return_url', async () => {
    const { shop: page, sessionId, popupUrl } = await visit('https://shop.test', RETURN);
    await page.evaluate(`location.href = ${JSON.stringify(popupUrl)}`);
    await shows(page, 'waiting');
    await finish(page, sessionId);
    await page.getByRole('button', { name: 'Back to Bean & Ridge' }).click();
    await page.waitForURL('https://shop.test/checkout');
  });
});
