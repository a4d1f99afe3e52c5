import { app, shared } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { syntheticPhoto } from '../../packages/fingerprint/test/synthetic-records.ts';
import { agree, press } from './app.ts';
import { journeys, stopTime } from './browser.ts';
import { FINGER, useCameraFixture, verifyByCamera } from './camera.ts';
import { writePhotoVideo } from './finger-video.ts';
import { accessibilityFindings, heading, shows } from './hosted.ts';

journeys('while a question is open', { timeout: 90_000 }, () => {
  const { fixture, video } = useCameraFixture();

  /** The camera is open but its lens is covered. */
  async function covered(): Promise<Awaited<ReturnType<typeof verifyByCamera>>> {
    writePhotoVideo(video, [[syntheticPhoto({ finger: FINGER, shot: 0, scale: 1.2 }), 2]]);
    const opened = await verifyByCamera(fixture(), {
      permissions: ['camera'],
      init: `const { mediaDevices } = navigator; const open = mediaDevices?.getUserMedia.bind(mediaDevices);
        if (open) mediaDevices.getUserMedia = async (wanted) => { const stream = await open(wanted); globalThis.lens = stream.getVideoTracks()[0]; lens.enabled = false; return stream; };`,
    });
    await opened.page.locator('.viewfinder.open').waitFor();
    return opened;
  }

  /** The camera shows a sharp finger for longer than a capture takes. */
  async function showsFinger(page: Page): Promise<void> {
    await page.evaluate('globalThis.lens.enabled = true');
    const from = await page.evaluate<number>(`document.querySelector('video').currentTime`);
    await expect
      .poll(() => page.evaluate<number>(`document.querySelector('video')?.currentTime ?? 0`))
      .toBeGreaterThan(from + 5);
  }

  it('whether to open another link, nothing is captured or sent, and the visit stays until the user says so', async () => {
    const { page, sessionId, userRef } = await covered();
    const other = await fixture().link({ mode: 'verify', displayText: 'Transfer 9,000 to Mallory' });
    await fixture().follow(page, other);
    const change = (): Promise<unknown> =>
      page.evaluate(`location.hash = ${JSON.stringify(new URL(other.appUrl).hash)}`);
    await change();
    await showsFinger(page);
    await page.getByRole('dialog', { name: shared.en.stop_title }).waitFor();
    expect(page.url()).toBe('https://authly.test/app/');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: shared.en.stop_no }).click();
    await shows(page, 'review');
    await page.clock.install();
    await change();
    await page.getByRole('dialog').waitFor();
    await page.clock.runFor(10_000);
    await shows(page, 'review');
    await page.getByRole('button', { name: shared.en.stop_yes }).click();
    await page.clock.resume();
    await page.getByText('Transfer 9,000 to Mallory').waitFor();
    expect(await heading(page)).toBe(shared.en.verify_title);
    expect(await fixture().result(sessionId, userRef)).toMatchObject({ failure_code: 'user_declined' });
  });

  it('a page that is loaded with another link asks too; once the first session has ended, the link opens by itself', async () => {
    const { page, sessionId, userRef, cancel } = await fixture().open({ mode: 'verify', displayText: 'Pay € 9.50' });
    await agree(page);
    const load = async (): Promise<void> => {
      const other = await fixture().link({ mode: 'verify', displayText: 'Transfer 9,000 to Mallory' });
      await fixture().follow(page, other);
      await page.goto(other.appUrl.replace('#', '?1#'));
    };
    await load();
    await page.getByRole('dialog', { name: shared.en.stop_title }).waitFor();
    expect(await page.locator('.display-text').innerText()).toContain('Pay € 9.50');
    await page.getByRole('button', { name: shared.en.stop_no }).click();
    await shows(page, 'capture');
    expect(await fixture().result(sessionId, userRef)).toMatchObject({ status: 'app_launched' });
    await load();
    await page.getByRole('dialog').waitFor();
    await cancel();
    await page.getByText('Transfer 9,000 to Mallory').waitFor();
    await shows(page, 'consent');
  });

  it('a text can be approved only after it was shown for a second, and it stays in view until the result', async () => {
    const link = await fixture().link({ mode: 'verify', displayText: 'Pay € 9.50' });
    const page = await fixture().tab(link);
    await page.clock.install();
    const { promise: stopped, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/app/v1/claims', async (route) => {
      await stopped;
      await route.continue();
    });
    await page.goto(link.appUrl);
    await shows(page, 'joining');
    await stopTime(page);
    goOn();
    await shows(page, 'consent');
    const agreeing = page.getByRole('button', { name: shared.en.consent_yes });
    await agreeing.click({ force: true });
    await shows(page, 'consent');
    // The second begins again when the page was in the background.
    for (const event of [
      `document.dispatchEvent(new Event('visibilitychange'))`,
      `dispatchEvent(new Event('focus'))`,
    ]) {
      await page.evaluate(`document.hasFocus = () => false; ${event}`);
      await page.clock.runFor(6000);
      await page.evaluate(`document.hasFocus = () => true; ${event}`);
      await agreeing.click({ force: true });
      await shows(page, 'consent');
    }
    await page.clock.runFor(1000);
    const inView = async (): Promise<void> => {
      const text = (await page.locator('.display-text blockquote').boundingBox())!;
      const control = (await page.locator('.main, .shutter').first().boundingBox())!;
      expect([text.y >= 0, text.y + text.height <= control.y]).toEqual([true, true]);
      expect(await page.locator('.merchant').isVisible()).toBe(true);
    };
    await inView();
    await agree(page);
    await shows(page, 'capture');
    await inView();
    await press(page);
    await inView();
    await page.route('**/callback', () => undefined);
    await page.getByRole('button', { name: app.en.review_send }).click();
    await shows(page, 'sending');
    expect(await page.locator('.display-text').innerText()).toContain('Pay € 9.50');
  });
});
