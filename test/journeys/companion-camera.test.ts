import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'fast-png';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { syntheticFinger } from '../../apps/companion/src/capture/drawer-fingers.ts';
import { journeys, picture } from './browser.ts';
import { agree, enroll, press, useCompanionPlace, type OpenApp } from './companion.ts';
import { writeFingerVideo } from './finger-video.ts';
import { accessibilityFindings, heading, shows } from './hosted.ts';
import { syntheticImage } from '../../packages/fingerprint/test/synthetic-records.ts';

/** The finger that person A of the drawer enrolls. */
const FINGER = syntheticFinger('a', 'RI');

const asPng = (impression: number, paint: (gray: number) => readonly [number, number, number]): Buffer => {
  const { width, height, pixels } = syntheticImage(FINGER, impression);
  const data = new Uint8Array(width * height * 3);
  for (const [i, gray] of pixels.entries()) data.set(paint(gray), i * 3);
  return Buffer.from(encode({ width, height, data, channels: 3, depth: 8 }));
};

journeys('the app page with a camera and with photos', { timeout: 90_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-camera-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const place = useCompanionPlace(() => {
    const video = join(folder, 'finger.y4m');
    writeFingerVideo(video, FINGER, 60);
    return [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ];
  });
  let enrolled: string;

  const verify = async (source: 'Camera' | 'Photo', options = {}): Promise<OpenApp> => {
    const opened = await place().open({ mode: 'verify', userRef: (enrolled ??= await enroll(place())), ...options });
    await agree(opened.page);
    await opened.page.getByRole('button', { name: source }).click();
    return opened;
  };
  const choose = (page: Page, buffer: Buffer, name = 'finger.png'): Promise<void> =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });

  const MATCHED = { status: 'succeeded', result: { matched: true } };
  /** Sends what was found; the merchant's result. */
  async function sent({ page, sessionId, userRef }: OpenApp): Promise<unknown> {
    await page.getByRole('button', { name: 'Send' }).click();
    await shows(page, 'ended');
    return place().result(sessionId, userRef);
  }

  it('waits for a sharp picture, takes the best of several by itself, and it matches', async () => {
    const opened = await verify('Camera', { permissions: ['camera'] });
    // It is sharp for a moment only: whether it was is remembered in the page.
    await opened.page.evaluate(
      `new MutationObserver(() => { globalThis.wasSharp ||= document.querySelector('.viewfinder.sharp') !== null; }).observe(document, { subtree: true, childList: true, attributes: true })`,
    );
    await opened.page.getByRole('button', { name: 'Open the camera' }).click();
    await opened.page.locator('.viewfinder.sharp, .sheet[data-screen="review"]').first().waitFor();
    await picture(opened.page, 'companion/16 capture, camera open, phone');
    await shows(opened.page, 'review');
    expect(await opened.page.evaluate(`globalThis.wasSharp`)).toBe(true);
    await picture(opened.page, 'companion/19 review, by camera, phone');
    expect(await sent(opened)).toMatchObject(MATCHED);
  });

  it('the viewfinder is accessible', async () => {
    const { page } = await verify('Camera', { permissions: ['camera'] });
    // Never sharp enough: it goes on looking.
    await page.evaluate(`Object.defineProperty(HTMLVideoElement.prototype, 'readyState', { get: () => 0 })`);
    await page.getByRole('button', { name: 'Open the camera' }).click();
    await page.locator('video').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('a scan as a file matches', async () => {
    const opened = await verify('Photo');
    await choose(
      opened.page,
      asPng(61, (gray) => [gray, gray, gray]),
    );
    expect(await sent(opened)).toMatchObject(MATCHED);
  });

  it('a photograph that is dropped on the page, whose ridges are lighter than the valleys, matches as well', async () => {
    const opened = await verify('Photo');
    const photograph = asPng(62, (gray) => [255 - gray * 0.4, 200 - gray * 0.5, 170 - gray * 0.5]).toString('base64');
    const dataTransfer = await opened.page.evaluateHandle<object>(
      `(() => { const items = new DataTransfer(); items.items.add(new File([Uint8Array.from(atob('${photograph}'), (c) => c.charCodeAt(0))], 'finger.png', { type: 'image/png' })); return items; })()`,
    );
    await opened.page.dispatchEvent('.drop-area', 'drop', { dataTransfer });
    expect(await sent(opened)).toMatchObject(MATCHED);
  });

  it('one photo is not two touches: it is asked for anew, and cannot be sent', async () => {
    const { page } = await place().open();
    await agree(page, 'Right index finger');
    await page.getByRole('button', { name: 'Photo' }).click();
    await choose(
      page,
      asPng(63, (gray) => [gray, gray, gray]),
    );
    await page.getByRole('button', { name: 'Use this capture' }).click();
    await page.getByText('Capture 2 of 3').waitFor();
    await choose(
      page,
      asPng(63, (gray) => [gray, gray, gray]),
    );
    await shows(page, 'review');
    expect(await heading(page)).toBe('The same picture again');
    expect(await page.getByRole('button', { name: 'Use this capture' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Capture it again' }).click();
    await choose(
      page,
      asPng(64, (gray) => [gray, gray, gray]),
    );
    await page.getByRole('button', { name: 'Use this capture' }).click();
    await page.getByText('Capture 3 of 3').waitFor();
  });

  it('says when a file is no picture or shows no finger, and goes on', async () => {
    const { page } = await verify('Photo');
    await choose(page, Buffer.from('no picture'));
    await page.getByText('This file can’t be read as a picture').waitFor();
    await choose(
      page,
      Buffer.from(encode({ width: 400, height: 500, data: new Uint8Array(200_000).fill(200), channels: 1, depth: 8 })),
    );
    await shows(page, 'review');
    expect(await heading(page)).toBe('No finger found');
    await page.getByRole('button', { name: 'Capture it again' }).click();
    await page.getByRole('button', { name: 'Samples' }).click();
    await press(page);
    expect(await heading(page)).toBe('Good capture');
  });
});
