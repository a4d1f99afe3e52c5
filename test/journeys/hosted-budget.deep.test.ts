import { expect, it } from 'vitest';
import { journeys, MOVING, picture } from './browser.ts';
import { RECORD_SHIFTS, shiftsOf, shows, useHostedFixture } from './hosted.ts';

const MAX_BYTES = 40 * 1024;

journeys('the budget of the hosted page', {}, () => {
  const fixture = useHostedFixture();

  it('at most 40 KB come over the wire until a person can act, all of them from our own host', async () => {
    const context = await fixture().browser.context(MOVING);
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    let bytes = 0;
    const hosts = new Set<string>();
    network.on('Network.requestWillBeSent', ({ request }) => hosts.add(new URL(request.url).host));
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto((await fixture().create()).popupUrl);
    await fixture().appLink(page);
    expect([...hosts]).toEqual(['authly.test']);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    console.log(`hosted page: ${(bytes / 1024).toFixed(1)} KB transferred until a person can act`);
  });

  it('is painted before the service has answered, and on a slow network nothing shifts', async () => {
    const context = await fixture().browser.context(MOVING);
    await context.addInitScript(RECORD_SHIFTS);
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      downloadThroughput: 50_000,
      uploadThroughput: 20_000,
    });
    let letGo: () => void = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/\/hosted\/v1\/opened\?/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto((await fixture().create()).popupUrl);
    await shows(page, 'loading');
    await expect
      .poll(() => page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint').length`))
      .toBe(1);
    await picture(page, 'hosted/0 first paint');
    letGo();
    await fixture().appLink(page);
    await page.locator('.qr[data-ready="true"]').waitFor();
    expect(await shiftsOf(page)).toEqual([]);
  });
});
