import { app, shared } from '../../packages/ui/test/words.ts';
import { encode } from 'fast-png';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys, picture } from './browser.ts';
import { agree } from './app.ts';
import { FINGER, MATCHED, sent, SHARP_FRAMES, showsEachTime, useCameraFixture, verifyByCamera } from './camera.ts';
import { writePhotoVideo } from './finger-video.ts';
import { accessibilityFindings, heading, shows } from './hosted.ts';
import { readingOrder } from './reading-order.ts';
import { syntheticPhoto } from '../../packages/fingerprint/test/synthetic-records.ts';

const photoAsPng = (shot: Omit<Parameters<typeof syntheticPhoto>[0], 'finger'>): Buffer => {
  const { width, height, data } = syntheticPhoto({ finger: FINGER, ...shot });
  return Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }));
};

const photograph = (page: Page, buffer: Buffer): Promise<void> =>
  page.getByLabel(app.en.camera_app).setInputFiles({ name: 'finger.png', mimeType: 'image/png', buffer });

journeys('what the camera sees, and the camera app', { timeout: 90_000 }, () => {
  const { fixture, video } = useCameraFixture();

  it('a finger that is enrolled by camera is verified by camera', async () => {
    const shots = [0, 1, 2, 3].map((shot) => syntheticPhoto({ finger: FINGER, shot, scale: 1.2 }));
    const show = (time: number): void => writePhotoVideo(video, [[shots[time]!, SHARP_FRAMES]]);
    const enrolling = await fixture().open({ permissions: ['camera'] });
    await showsEachTime(enrolling.page.context(), show);
    await enrolling.page.reload();
    await agree(enrolling.page, 'Right index finger');
    await enrolling.page.getByRole('button', { name: 'Camera' }).click();
    await enrolling.page.getByRole('button', { name: 'Open the camera' }).click();
    for (const next of [2, 3]) await enrolling.page.getByText(`Capture ${next} of 3`).waitFor();
    await shows(enrolling.page, 'review');
    expect(await sent(fixture(), enrolling)).toMatchObject({ status: 'succeeded' });
    show(3);
    const opened = await fixture().open({ mode: 'verify', userRef: enrolling.userRef, permissions: ['camera'] });
    await agree(opened.page);
    await opened.page.getByRole('button', { name: 'Camera' }).click();
    await shows(opened.page, 'review');
    expect(await sent(fixture(), opened)).toMatchObject(MATCHED);
  });

  it('never captures other objects or a blurred finger, and shows and announces what to do', async () => {
    writePhotoVideo(video, [[syntheticPhoto({ finger: FINGER, shot: 0, empty: true }), 2]]);
    const { page } = await verifyByCamera(fixture(), { permissions: ['camera'], dark: true });
    await page.getByRole('status').getByText(app.en.fault_nothing_there).waitFor();
    await picture(page, 'app/16 capture, no finger, phone, dark');
    // A screen reader announces changes of the hint.
    const said = await readingOrder(page);
    expect(said[said.findIndex((line) => line === app.en.fault_nothing_there) - 1]).toBe('status live polite');
    expect(await accessibilityFindings(page)).toEqual([]);
    writePhotoVideo(video, [[syntheticPhoto({ finger: FINGER, shot: 0, scale: 1.2, blur: 5 }), 2]]);
    await page.getByRole('button', { name: 'Samples' }).click();
    await page.getByRole('button', { name: 'Camera' }).click();
    await page.getByRole('button', { name: 'Take the picture' }).click();
    await page.getByRole('status').getByText(app.en.fault_blurred).waitFor();
    await picture(page, 'app/16 capture, blurred, phone, dark');
    expect(await page.locator('.outline').count()).toBe(1);
  });

  it('the shutter always responds: it shows a wait, and after 5 seconds without a sharp frame the camera app, whose photo matches', async () => {
    writePhotoVideo(video, [[syntheticPhoto({ finger: FINGER, shot: 0, scale: 1.2, blur: 5 }), 2]]);
    const opened = await verifyByCamera(fixture(), { permissions: ['camera'] });
    const { page } = opened;
    await page.clock.install();
    await page.getByRole('status').getByText(app.en.fault_blurred).waitFor();
    // A blurred finger is never captured, so the camera stays open.
    await picture(page, 'app/16 capture, camera open, phone', { fullPage: true });
    const shutter = page.getByRole('button', { name: 'Take the picture' });
    await shutter.click();
    await page.getByRole('status').getByText(app.en.camera_taking).waitFor();
    // Checked first: the next steps may take longer than these 5 seconds.
    expect(await page.getByLabel(app.en.camera_app).count()).toBe(0);
    expect(await page.locator('.shutter.taking .ring').count()).toBe(1);
    await picture(page, 'app/16 capture, pressed, phone');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.clock.fastForward(5000);
    await page.getByRole('status').getByText(app.en.camera_overdue).waitFor();
    await picture(page, 'app/16 capture, still not sharp, phone');
    expect(await accessibilityFindings(page)).toEqual([]);
    await photograph(page, photoAsPng({ shot: 1 }));
    expect(await sent(fixture(), opened)).toMatchObject(MATCHED);
  });

  it('rejects the same photo as a second capture, and asks for another', async () => {
    const { page } = await fixture().open();
    await agree(page, 'Right index finger');
    await page.getByRole('button', { name: 'Camera' }).click();
    await photograph(page, photoAsPng({ shot: 0 }));
    await page.getByText('Capture 2 of 3').waitFor();
    // The source of the first capture has the focus.
    const input = page.getByLabel(app.en.camera_app);
    await expect.poll(() => input.evaluate((it) => it.ownerDocument.activeElement === it)).toBe(true);
    await photograph(page, photoAsPng({ shot: 0 }));
    await shows(page, 'review');
    expect(await heading(page)).toBe(app.en.review_same_title);
    expect(await page.getByRole('button', { name: 'Use this capture' }).count()).toBe(0);
    await page.getByRole('button', { name: app.en.capture_again }).click();
    await page.getByText('Capture 2 of 3').waitFor();
  });

  it('reports a file without a picture or a finger, and continues', async () => {
    const { page } = await fixture().open();
    await agree(page, 'Right index finger');
    await page.getByRole('button', { name: 'Camera' }).click();
    await photograph(page, Buffer.from('no picture'));
    await page.getByText(app.en.camera_app_unreadable).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    // A photo that is ready while a question is open waits for its answer.
    await page.evaluate(`const decode = createImageBitmap; globalThis.ready = 0;
      globalThis.createImageBitmap = async (file) => { const bitmap = await decode(file); setTimeout(() => ready++); return bitmap; }`);
    await page.getByRole('button', { name: app.en.capture_stop }).click();
    await photograph(page, photoAsPng({ shot: 0, empty: true }));
    await expect.poll(() => page.evaluate<number>('ready')).toBe(1);
    await page.getByRole('button', { name: shared.en.stop_no }).click();
    await shows(page, 'review');
    expect(await heading(page)).toBe('No finger found');
    await page.getByRole('button', { name: app.en.capture_again }).click();
    await photograph(page, photoAsPng({ shot: 0, scale: 0.5, beside: true }));
    await page.getByText(app.en.fault_several_fingers).waitFor();
    await picture(page, 'app/20 review, several fingers, phone');
    await page.getByRole('button', { name: app.en.capture_again }).click();
    await page.getByLabel(app.en.camera_app).waitFor({ state: 'attached' });
  });
});
